import type { CellRule } from '../kind.ts';

export const createRangeRule = ({ min, max }: { min: number; max: number }): CellRule => ({
  type: 'decimal',
  operator: 'between',
  formula1: String(min),
  formula2: String(max),
});

export const getNumberFormat = ({ decimals }: { decimals: number }): string =>
  decimals > 0 ? `0.${'0'.repeat(decimals)}` : '0';
