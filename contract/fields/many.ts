import { z } from 'zod';
import { Id, nonNullField } from '../field.ts';
import { defineKind } from '../kind.ts';
import { setTraits } from '../sets.ts';

export const many = defineKind(
  <const N extends string>(resource: N) => nonNullField('many', { of: resource }, z.array(Id).max(10_000)),
  {
    ...setTraits,
    filter: 'any',
    target: ({ of }) => of,
    sample: (_, n, { ids }) => ids.slice(0, n % (ids.length + 1)),
  },
);
