import type { CellRule } from '../kind.ts';

/** Defaults for kinds whose value is a string. */
export const inText = { takesAnyText: true, write: (text: string) => text } as const;

export const shorter = ({ max }: { max: number }): CellRule => ({
  type: 'textLength',
  operator: 'lessThanOrEqual',
  formula1: String(max),
});
