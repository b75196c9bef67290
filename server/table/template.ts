import { writeXlsx } from 'hucre/xlsx';
import type { Field, Kind } from '#contract/fields.ts';
import { importLog } from '#i18n/ru/importLog.ts';
import { statuses } from '#i18n/ru/resources.ts';
import { sheetColumn } from './formats.ts';
import { type Importable, keyFields, labelIn } from './importable.ts';
import { joined } from './several.ts';
import { choiceSheet, type FieldChoices, validationOf } from './templateChoices.ts';

type Value = string | number | boolean | Date | null;

/** What the example row shows for each kind of field; null where nothing would always be right. */
const examples: Record<Kind, (field: Field) => Value> = {
  text: () => importLog.example.text,
  longText: () => importLog.example.longText,
  number: () => 0.25,
  money: () => 199.9,
  flag: () => importLog.example.flag,
  date: () => new Date('2026-12-31'),
  moment: () => null,
  status: field =>
    field.kind === 'status' ? ((statuses as Record<string, string>)[field.values[0] ?? ''] ?? null) : null,
  one: () => null,
  many: () => null,
  reference: () => null,
  barcode: () => '4600000000008',
  choice: () => null,
  byCode: () => null,
  place: () => null,
  picture: () => null,
  prices: () => null,
  categories: () => null,
  references: () => null,
  localized: () => null,
  attributes: () => null,
  person: () => null,
  sharing: () => null,
  permissions: () => null,
  password: () => null,
};

/** Rows that are laid out for values to be typed in: a spreadsheet keeps the zeros of a code only in a cell of text. */
const PREPARED = 500;

/**
 * An .xlsx with these columns of an import: their types, what can be chosen in them, and one example row, which itself
 * can be imported. `choices`: what the cells of a field can say, by its name.
 */
export const makeTemplate = (
  importable: Importable,
  names: readonly string[],
  choices: FieldChoices,
): Promise<Uint8Array> => {
  const fields = names.flatMap(name => {
    const field = importable.get(name);
    return field ? [[name, field] as const] : [];
  });
  const columns = fields.map(([name, field]) => ({ ...sheetColumn(labelIn(importable, name), field), key: name }));
  const blank = Object.fromEntries(fields.map(([name]) => [name, null]));
  const example = Object.fromEntries(fields.map(([name, field]) => [name, exampleOf(name, field, choices)]));
  const lists = choiceSheet(fields, choices);
  const last = PREPARED + 1;
  return writeXlsx({
    sheets: [
      {
        name: importLog.sheet,
        columns,
        data: [example, ...Array.from({ length: PREPARED - 1 }, () => blank)],
        freezePane: { rows: 1 },
        dataValidations: fields.flatMap((column, at) => validationOf(column, at, lists, last) ?? []),
      },
      ...(lists.rows.length > 0 ? [{ name: lists.name, rows: lists.rows, hidden: true }] : []),
    ],
  });
};

/**
 * The columns of a file for these fields: those that a table can hold, one for each part where a field has several, what
 * tells a record, and what a new one must have.
 */
export const columnsWith = (importable: Importable, chosen: readonly string[]): string[] => {
  const isChosen = (name: string) => chosen.some(field => name === field || name.startsWith(`${field}.`));
  const isKey = (name: string) => (keyFields as readonly string[]).includes(name);
  return [...importable]
    .filter(([name, { required }]) => required || isChosen(name) || isKey(name))
    .map(([name]) => name);
};

const exampleOf = (name: string, field: Field, choices: FieldChoices): Value => {
  const first = choices.get(name)?.[0];
  if (first === undefined) return examples[field.kind](field);
  if (field.kind === 'references') return joined([first]);
  return field.kind === 'categories' ? joined([first], { byCommas: false }) : first;
};
