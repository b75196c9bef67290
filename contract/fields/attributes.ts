import { z } from 'zod';
import { filled } from '../field.ts';
import { defineKind } from '../kind.ts';
import { isEqualSet } from '../sets.ts';

/** What attributes can be defined for. */
export type AttributeScope = 'products' | 'models';

type Values = Readonly<Record<string, unknown>>;
const valuesIn = (value: unknown): Values => ({ ...(typeof value === 'object' ? value : null) });

/**
 * The values of the attributes that people define for records of a scope, by code; the collection of an installation
 * (`attributes.ts`) has a field for each of them instead.
 */
export const attributes = defineKind((scope: AttributeScope) => filled('attributes', { scope }, z.looseObject({})), {
  filter: null,
  isNeverEmpty: true,
  initial: () => ({}),
  // Only those that differ, what is gone as null.
  change: (before, after) => {
    const [earlier, later] = [valuesIn(before), valuesIn(after)];
    const codes = [...new Set([...Object.keys(earlier), ...Object.keys(later)])];
    const changed = codes.filter(code => !isEqualSet(later[code] ?? null, earlier[code] ?? null));
    return changed.length > 0 ? Object.fromEntries(changed.map(code => [code, later[code] ?? null])) : undefined;
  },
  // Those of which nothing is said stay as they are.
  over: (before, patch) => ({ ...valuesIn(before), ...valuesIn(patch) }),
  sample: () => ({}),
});
