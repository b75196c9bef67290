import { colToLetter, type DataValidation } from 'hucre/xlsx';
import type { Field } from '#contract/fields.ts';
import { getStoredKind } from '../records/getStoredKind.ts';
import { translateImport } from '../translate.ts';
import { joinValues } from './multiValue.ts';

export type FieldChoices = ReadonlyMap<string, readonly string[]>;

type NamedField = readonly [name: string, field: Field];

/**
 * A hidden sheet with one column of choices per field, because the list inside a validation rule is limited to 255
 * characters.
 */
export interface ChoiceSheet {
  name: string;
  rows: (string | null)[][];
  rangesByField: ReadonlyMap<string, { column: string; length: number }>;
}

export const buildChoiceSheet = (fields: readonly NamedField[], fieldChoices: FieldChoices): ChoiceSheet => {
  const filledFields = fields.flatMap(([name, field]) => {
    const { several } = getStoredKind(field);
    // Quoted as in a cell with several values, so that a choice can be pasted without changes.
    const joinedChoices = (fieldChoices.get(name) ?? []).map(choice =>
      several ? (joinValues([choice], several) ?? choice) : choice,
    );
    return joinedChoices.length > 0 ? [{ name, words: joinedChoices }] : [];
  });
  const height = Math.max(0, ...filledFields.map(({ words }) => words.length));
  return {
    name: translateImport('choices'),
    rows: Array.from({ length: height }, (_, row) => filledFields.map(({ words }) => words[row] ?? null)),
    rangesByField: new Map(
      filledFields.map(({ name, words }, index) => [name, { column: colToLetter(index), length: words.length }]),
    ),
  };
};

/** Data validation for a column; null when a spreadsheet cannot check it. */
export const createValidation = (
  [name, field]: NamedField,
  index: number,
  { name: sheet, rangesByField }: ChoiceSheet,
  last: number,
): DataValidation | null => {
  const range = rangesByField.get(name);
  const rule = range
    ? { type: 'list' as const, formula1: `'${sheet}'!$${range.column}$1:$${range.column}$${range.length}` }
    : getStoredKind(field).rule(field);
  if (!rule) return null;
  const column = colToLetter(index);
  return {
    ...rule,
    range: `${column}2:${column}${last}`,
    allowBlank: true,
    // Not an error for cells with several values, because users type more than one choice there.
    ...(!getStoredKind(field).several && {
      showErrorMessage: true,
      errorTitle: translateImport('validation.title'),
      errorMessage: translateImport(rule.type === 'list' ? 'validation.list' : 'validation.other'),
    }),
  };
};
