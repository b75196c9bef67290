import { decimal, nonNullField } from '../field.ts';
import { defineKind } from '../kind.ts';

const positionLimits = { min: 0, max: 1_000_000, decimals: 0 } as const;

/** Position in the list. A new record goes last by default, so that it does not displace others. */
export const place = defineKind(
  () => nonNullField('place', positionLimits, decimal(positionLimits.min, positionLimits.max, positionLimits.decimals)),
  {
    filter: null,
    isNeverEmpty: true,
    initial: () => undefined,
    sample: (_, n) => n,
  },
);
