import { z } from 'zod';
import { filled, Id } from '../field.ts';
import { defineKind } from '../kind.ts';
import { anyOf } from '../query.ts';
import { setTraits } from '../sets.ts';

interface Categories {
  /** In a table: the one whose categories the column holds. */
  platform?: string;
}

const ofAnyPlatform: Categories = {};

/** The categories that a record is mapped to, each at most once; which platform one is of its tree says. */
export const categories = defineKind(() => filled('categories', ofAnyPlatform, z.array(Id).max(10_000)), {
  ...setTraits,
  filter: 'any',
  /** Platforms on which a record has no category. */
  parameters: { none: anyOf(z.string().min(1).max(32)) },
  target: () => 'categories',
  sample: (_, n, { ids }) => ids.slice(0, n % (ids.length + 1)),
});
