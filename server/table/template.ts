import { writeXlsx } from 'hucre/xlsx';
import type { Field, Kind } from '#contract/fields.ts';
import { importLog } from '#i18n/ru/importLog.ts';
import { statuses } from '#i18n/ru/resources.ts';
import { cellFormats, columnWidths } from './formats.ts';
import { type Importable, labelIn } from './importable.ts';

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
};

/**
 * An .xlsx with every column that an import knows, those not `isOpen` excepted, and one example row. `referenceExamples`: the name of
 * a value of each reference, so that the example itself can be imported.
 */
export const makeTemplate = (
  importable: Importable,
  referenceExamples: Readonly<Record<string, string>>,
  isOpen: (field: string) => boolean = () => true,
): Promise<Uint8Array> => {
  const fields = [...importable].filter(([name]) => isOpen(name));
  const example = fields.map(
    ([, field]): Value =>
      field.kind === 'reference' || field.kind === 'references'
        ? (referenceExamples[field.of] ?? null)
        : examples[field.kind](field),
  );
  const columns = fields.map(([name, { kind }]) => ({
    header: labelIn(importable, name),
    key: name,
    width: columnWidths[kind] ?? 20,
    ...(cellFormats[kind] && { numFmt: cellFormats[kind] }),
  }));
  const row = Object.fromEntries(fields.map(([name], index) => [name, example[index] ?? null]));
  return writeXlsx({ sheets: [{ name: importLog.sheet, columns, data: [row], freezePane: { rows: 1 } }] });
};
