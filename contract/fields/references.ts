import { z } from 'zod';
import { Id, nonNullField } from '../field.ts';
import { defineKind } from '../kind.ts';
import { referenceResource } from '../referenceResource.ts';
import { setTraits } from '../sets.ts';

export const references = defineKind(
  <const N extends string>(referenceName: N, { required = false } = {}) =>
    nonNullField(
      'references',
      { of: referenceName },
      z
        .array(Id)
        .min(required ? 1 : 0)
        .max(100),
      { required },
    ),
  {
    ...setTraits,
    filter: 'any',
    target: ({ of }) => referenceResource(of),
    sample: (_, n, { ids }) => ids.slice(0, n % (ids.length + 1)),
  },
);
