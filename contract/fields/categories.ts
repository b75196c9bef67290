import { z } from 'zod';
import { Id, nonNullField } from '../field.ts';
import { defineKind } from '../kind.ts';
import { repeatable } from '../query.ts';
import { setEdits, setTraits } from '../sets.ts';

interface Categories {
  /** Set only on a table column, which holds the categories of one platform. */
  platform?: string;
}

const platform = z.string().min(1).max(32);
const anyPlatform: Categories = {};

/**
 * The categories of a record. Their platforms are not stored, because each follows from the tree the category belongs
 * to.
 */
export const categories = defineKind(() => nonNullField('categories', anyPlatform, z.array(Id).max(10_000)), {
  ...setTraits,
  filter: 'any',
  parameters: { none: repeatable(platform) },
  multiValue: { ...setEdits, withinSchema: platform },
  target: () => 'categories',
  sample: (_, n, { ids }) => ids.slice(0, n % (ids.length + 1)),
});
