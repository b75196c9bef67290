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
  places: ReadonlyMap<string, { column: string; length: number }>;
}

export const buildChoiceSheet = (fields: readonly NamedField[], choices: FieldChoices): ChoiceSheet => {
  const filled = fields.flatMap(([name, field]) => {
    const { several } = getStoredKind(field);
    // Quoted as in a cell with several values, so that a choice can be pasted as is.
    const words = (choices.get(name) ?? []).map(word => (several ? (joinValues([word], several) ?? word) : word));
    return words.length > 0 ? [{ name, words }] : [];
  });
  const height = Math.max(0, ...filled.map(({ words }) => words.length));
  return {
    name: translateImport('choices'),
    rows: Array.from({ length: height }, (_, row) => filled.map(({ words }) => words[row] ?? null)),
    places: new Map(filled.map(({ name, words }, at) => [name, { column: colToLetter(at), length: words.length }])),
  };
};

/** Data validation for a column; null when a spreadsheet cannot check it. */
export const createValidation = (
  [name, field]: NamedField,
  at: number,
  { name: sheet, places }: ChoiceSheet,
  last: number,
): DataValidation | null => {
  const place = places.get(name);
  const rule = place
    ? { type: 'list' as const, formula1: `'${sheet}'!$${place.column}$1:$${place.column}$${place.length}` }
    : getStoredKind(field).rule(field);
  if (!rule) return null;
  const column = colToLetter(at);
  return {
    ...rule,
    range: `${column}2:${column}${last}`,
    allowBlank: true,
    // No error for multi-value cells, where the user types more than one of the choices.
    ...(!getStoredKind(field).several && {
      showErrorMessage: true,
      errorTitle: translateImport('validation.title'),
      errorMessage: translateImport(rule.type === 'list' ? 'validation.list' : 'validation.other'),
    }),
  };
};
