import { writeXlsx } from 'hucre/xlsx';
import type { Field } from '#contract/fields.ts';
import { getStoredKind } from '../records/getStoredKind.ts';
import type { ExampleCell } from '../records/kind.ts';
import { translateImport } from '../translate.ts';
import { createSheetColumn } from './formats.ts';
import { getImportLabel, type Importable, keyFields } from './importable.ts';
import { joinValues } from './multiValue.ts';
import { buildChoiceSheet, createValidation, type FieldChoices } from './templateChoices.ts';

/** Number of rows formatted in advance, because a spreadsheet keeps leading zeros only in cells formatted as text. */
const PREFORMATTED_ROWS = 500;

/**
 * Creates an .xlsx template for an import: formatted columns with choices, and an example row that can itself be
 * imported.
 * @param fieldChoices allowed values by field name
 */
export const makeTemplate = (
  importable: Importable,
  names: readonly string[],
  fieldChoices: FieldChoices,
): Promise<Uint8Array> => {
  const fields = names.flatMap(name => {
    const field = importable.get(name);
    return field ? [[name, field] as const] : [];
  });
  const columns = fields.map(([name, field]) => ({
    ...createSheetColumn(getImportLabel(importable, name), field),
    key: name,
  }));
  const blankRow = Object.fromEntries(fields.map(([name]) => [name, null]));
  const exampleRow = Object.fromEntries(
    fields.map(([name, field]) => [name, chooseExample(name, field, fieldChoices)]),
  );
  const lists = buildChoiceSheet(fields, fieldChoices);
  const last = PREFORMATTED_ROWS + 1;
  return writeXlsx({
    sheets: [
      {
        name: translateImport('sheet'),
        columns,
        data: [exampleRow, ...Array.from({ length: PREFORMATTED_ROWS - 1 }, () => blankRow)],
        freezePane: { rows: 1 },
        dataValidations: fields.flatMap((column, index) => createValidation(column, index, lists, last) ?? []),
      },
      ...(lists.rows.length > 0 ? [{ name: lists.name, rows: lists.rows, hidden: true }] : []),
    ],
  });
};

export const listTemplateColumns = (importable: Importable, chosenFields: readonly string[]): string[] => {
  const isChosen = (name: string) => chosenFields.some(field => name === field || name.startsWith(`${field}.`));
  const isKey = (name: string) => (keyFields as readonly string[]).includes(name);
  return [...importable]
    .filter(([name, { required }]) => required || isChosen(name) || isKey(name))
    .map(([name]) => name);
};

const chooseExample = (name: string, field: Field, fieldChoices: FieldChoices): ExampleCell => {
  const first = fieldChoices.get(name)?.[0];
  const { several, example } = getStoredKind(field);
  if (first === undefined) return example(field);
  return several ? joinValues([first], several) : first;
};
