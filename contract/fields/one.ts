import { type FieldFlags, field, Id } from '../field.ts';
import { defineKind } from '../kind.ts';

export const one = defineKind(
  <const N extends string, const O extends FieldFlags>(resource: N, options?: O) =>
    field('one', { of: resource }, options, Id),
  { filter: 'any', target: ({ of }) => of, sample: (_, n, { ids }) => ids[n % ids.length] },
);
