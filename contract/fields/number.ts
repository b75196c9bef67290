import { decimal, type FieldFlags, field } from '../field.ts';
import { defineKind } from '../kind.ts';

export type Unit = 'kg';

interface NumberOptions extends FieldFlags {
  unit?: Unit;
  min?: number;
  max?: number;
  decimals?: number;
}

export const number = defineKind(
  <const O extends NumberOptions>(options?: O) => {
    const { unit, min = 0, max = 9_999_999, decimals = 0 }: NumberOptions = options ?? {};
    return field('number', { min, max, decimals, ...(unit && { unit }) }, options, decimal(min, max, decimals));
  },
  {
    filter: 'range',
    sample: ({ min, max, decimals }, n) => {
      const step = 1 / 10 ** decimals;
      return Number((min + (n % Math.max(1, max - min)) + step).toFixed(decimals));
    },
  },
);
