import type { CellRule } from '../kind.ts';

export const textColumn = { takesAnyText: true, write: (text: string) => text } as const;

export const createMaxLengthRule = ({ max }: { max: number }): CellRule => ({
  type: 'textLength',
  operator: 'lessThanOrEqual',
  formula1: String(max),
});
