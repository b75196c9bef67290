import { z } from 'zod';
import { nonNullField } from '../field.ts';
import { defineKind } from '../kind.ts';

export const status = defineKind(
  <const V extends readonly [string, ...string[]]>(values: V) => nonNullField('status', { values }, z.enum(values)),
  {
    filter: 'any',
    querySchema: ({ values }) => z.enum(values),
    isNeverEmpty: true,
    initial: ({ values }) => values[0],
    optionWords: ({ values }) => values,
    sample: ({ values }, n) => values[n % values.length],
  },
);
