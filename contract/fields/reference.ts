import { type FieldFlags, field, Id } from '../field.ts';
import { defineKind } from '../kind.ts';
import { referenceResource } from '../referenceResource.ts';

export const reference = defineKind(
  <const N extends string, const O extends FieldFlags>(referenceName: N, options?: O) =>
    field('reference', { of: referenceName }, options, Id),
  { filter: 'any', target: ({ of }) => referenceResource(of), sample: (_, n, { ids }) => ids[n % ids.length] },
);
