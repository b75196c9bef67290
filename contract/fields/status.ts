import { z } from 'zod';
import { filled } from '../field.ts';
import { defineKind } from '../kind.ts';

/** The life cycle of a record: one of a fixed set of values. New records get the first. */
export const status = defineKind(
  <const V extends readonly [string, ...string[]]>(values: V) => filled('status', { values }, z.enum(values)),
  {
    filter: 'any',
    querySchema: ({ values }) => z.enum(values),
    isNeverEmpty: true,
    initial: ({ values }) => values[0],
    words: ({ values }) => values,
    sample: ({ values }, n) => values[n % values.length],
  },
);
