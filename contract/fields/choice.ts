import { z } from 'zod';
import { type FieldFlags, nonNullField } from '../field.ts';
import { defineKind } from '../kind.ts';

export const choice = defineKind(
  <const V extends readonly [string, ...string[]], const O extends Pick<FieldFlags, 'readOnly'>>(
    values: V,
    options?: O,
  ) => nonNullField('choice', { values }, z.enum(values), options),
  {
    filter: 'any',
    querySchema: ({ values }) => z.enum(values),
    isNeverEmpty: true,
    initial: ({ values }) => values[0],
    optionWords: ({ values }) => values,
    sample: ({ values }, n) => values[n % values.length],
  },
);
