import type { Field, Kind } from '#contract/fields.ts';
import type { Granted } from '#contract/peopleFields.ts';
import { exporting } from '#i18n/ru/exporting.ts';
import { permissions } from '#i18n/ru/people.ts';
import { choices, statuses } from '#i18n/ru/resources.ts';
import { joined } from './several.ts';

/** What a cell of an export holds; `day` is `YYYY-MM-DD`. */
export type ExportCell = string | number | { day: string } | null;

/** What other records are called, by a field that refers to them and an id. */
export type NameOf = (field: Field, id: number) => string;

type Writer<K extends Kind> = (value: never, field: Field<K>, nameOf: NameOf) => ExportCell;

const asText = (value: string): ExportCell => value;
const asNumber = (value: number): ExportCell => value;
const wordOf = (labels: object) => (value: string) => (labels as Readonly<Record<string, string>>)[value] ?? value;
const asName = (value: number, field: Field, nameOf: NameOf): ExportCell => nameOf(field, value);

/** One writer for each kind of field, as the import reads it; null: no cell can hold it and the field is no column. */
const writers: { readonly [K in Kind]: Writer<K> | null } = {
  text: asText,
  longText: asText,
  barcode: asText,
  byCode: asText,
  number: asNumber,
  money: asNumber,
  place: asNumber,
  flag: (value: boolean) => (value ? exporting.yes : exporting.no),
  date: (day: string) => ({ day }),
  moment: null,
  status: wordOf(statuses),
  choice: wordOf(choices),
  reference: asName,
  one: asName,
  many: (ids: number[], field, nameOf) => joined(ids.map(id => nameOf(field, id))),
  picture: null,
  prices: null,
  // Of a column of its own for each platform (`tableFields`).
  categories: (ids: number[], field, nameOf) =>
    joined(
      ids.map(id => nameOf(field, id)),
      { byCommas: false },
    ),
  references: (ids: number[], field, nameOf) => joined(ids.map(id => nameOf(field, id))),
  // A column of its own for each language (`tableFields`).
  localized: null,
  attributes: null,
  person: ({ name }: { name: string }) => name,
  sharing: null,
  permissions: (held: Granted[]) => held.map(({ slug }) => permissions[slug]).join('; ') || null,
  password: null,
};

/** Whether a field is a column of an export. */
export const isExported = ({ kind }: Field): boolean => writers[kind] !== null;

/** The cell of a field's value. */
export const cellOf = (value: unknown, field: Field, nameOf: NameOf): ExportCell => {
  if (value === null || value === undefined || value === '') return null;
  const write = writers[field.kind] as Writer<Kind> | null;
  return write ? write(value as never, field, nameOf) : null;
};
