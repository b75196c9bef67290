import type { Field } from '#contract/fields.ts';
import { getStoredKind } from '../records/getStoredKind.ts';
import { foldHeader } from './foldHeader.ts';
import { parseMeasure } from './headings.ts';
import { getImportLabel, type Importable, identifiers, importableFields, keyFields } from './importable.ts';
import { TableRefusal } from './refusal.ts';
import { isBlank, type TableRow, toShortText } from './row.ts';
import { findSynonym } from './synonyms.ts';

export interface Column {
  index: number;
  header: string;
  field: string | null;
  /** The heading to use when the column is rewritten, if the original heading would be interpreted differently. */
  rewritten?: string;
}

/**
 * Maps headers to fields, in any order. Accepts a field's label in any language, with or without unit and language, the
 * name of its reference, its API name, and an abbreviation of its label if no other column has the field.
 * @param isProven whether the values of a column, by its index, look like those of a key. An abbreviation such as «Шт.»
 * makes a column the key only in that case, because all rows would be matched by this column
 * @throws {TableRefusal} when no header is recognised, a field occurs twice, or no column identifies the product
 */
export const readColumns = (
  header: TableRow,
  fields: Importable = importableFields,
  isProven: IsProven = () => true,
): Column[] => {
  const headings = header.cells.flatMap((cell, index) => (isBlank(cell) ? [] : [{ index, header: toShortText(cell) }]));
  const columns = mapColumnsByHeading(headings, fields, isProven);
  assertNoDuplicateColumns(columns, fields);
  assertHasKeyColumn(columns, fields);
  return columns;
};

export type IsProven = (index: number, field: Field) => boolean;

/** @throws {TableRefusal} when two columns are assigned to the same field */
export const assertNoDuplicateColumns = (columns: readonly Column[], fields: Importable): void => {
  const columnByField = new Map<string, Column>();
  for (const column of columns) {
    if (!column.field) continue;
    const duplicate = columnByField.get(column.field);
    if (duplicate) {
      const label = getImportLabel(fields, column.field);
      throw new TableRefusal('twiceColumn', { label, first: duplicate.header, second: column.header });
    }
    columnByField.set(column.field, column);
  }
};

/** @throws {TableRefusal} when no column is recognised, or none identifies the product */
export const assertHasKeyColumn = (
  columns: readonly Column[],
  fields: Importable,
  key: readonly string[] = identifiers,
): void => {
  if (columns.every(({ field }) => !field)) throw new TableRefusal('noColumns');
  const [first, second] = keyFields;
  if (!columns.some(({ field }) => field && key.includes(field))) {
    throw new TableRefusal('noKey', { first: getImportLabel(fields, first), second: getImportLabel(fields, second) });
  }
};

/** Maps columns whose headings are names of fields. */
export const mapColumnsByHeading = (
  headings: readonly Pick<Column, 'index' | 'header'>[],
  fields: Importable,
  isProven: IsProven,
): Column[] => {
  const namedColumns = headings.map(
    ({ index, header }): Column => ({ index, header, field: findFieldByHeading(header, fields) }),
  );
  return namedColumns.map((column): Column => {
    const guessedField = column.field ? null : guessField(column, namedColumns, fields);
    const field = guessedField !== null && fields.get(guessedField);
    return !field || (isKey(guessedField) && !isProven(column.index, field))
      ? column
      : { ...column, field: guessedField };
  });
};

export const isKey = (name: string): boolean => (identifiers as readonly string[]).includes(name);

const guessField = ({ header }: Column, others: readonly Column[], fields: Importable): string | null => {
  const guessedField = matchAbbreviation(header, fields);
  return others.some(({ field }) => field === guessedField) ? null : guessedField;
};

/** Counts the cells of a row that name fields, which distinguishes a header from other rows. */
export const countKnown = (cells: readonly string[], fields: Importable = importableFields): number =>
  new Set(cells.flatMap(cell => recogniseField(cell, fields) ?? [])).size;

/** Finds the field that a heading names, by any of its accepted names. */
export const recogniseField = (heading: string, fields: Importable): string | null => {
  const name = parseMeasure(heading)?.name;
  return (
    findFieldByHeading(heading, fields) ??
    matchAbbreviation(heading, fields) ??
    findSynonym(heading, fields)?.field ??
    (name ? (findFieldByHeading(name, fields) ?? findSynonym(name, fields)?.field) : null) ??
    null
  );
};

const listHeadingNames = (name: string, field: Field) => {
  const { headings = [] } = field;
  return {
    name,
    exact: [name, ...headings],
    short: [...headings.map(stripUnit), ...getStoredKind(field).headers(field)],
  };
};

/** A label without its unit or language, because a header may omit these. */
const stripUnit = (label: string): string => label.split(/[,:]/)[0] ?? label;

/** Fields by normalised header. Cached, because an import uses the same set of fields several times. */
const headingCache = new WeakMap<Importable, ReadonlyMap<string, string>>();

const getHeadingIndex = (importable: Importable): ReadonlyMap<string, string> => {
  const before = headingCache.get(importable);
  if (before) return before;
  const fields = [...importable].map(([name, field]) => listHeadingNames(name, field));
  const fieldByHeader = new Map<string, string>();
  const add = (header: string, name: string) => {
    if (!fieldByHeader.has(foldHeader(header))) fieldByHeader.set(foldHeader(header), name);
  };
  for (const { name, exact } of fields) for (const header of exact) add(header, name);
  for (const { name, short } of fields) for (const header of short) add(header, name);
  headingCache.set(importable, fieldByHeader);
  return fieldByHeader;
};

export const findFieldByHeading = (header: string, fields: Importable): string | null =>
  getHeadingIndex(fields).get(foldHeader(header)) ?? null;

const splitHeading = (header: string): string[] =>
  header
    .toLowerCase()
    .replaceAll('ё', 'е')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

const isWordStart = (word: string, start: string): boolean =>
  word === start || (start.length > 1 && word.startsWith(start));

/**
 * Matches only if exactly one label starts with these words («Ед. изм.»), because after a wrong guess, the import would
 * write to the wrong field.
 */
const matchAbbreviation = (header: string, fields: Importable): string | null => {
  if (!header.includes('.')) return null;
  const starts = splitHeading(header);
  const isBegun = (heading: string): boolean => {
    const headingWords = splitHeading(heading);
    return (
      headingWords.length === starts.length &&
      starts.every((start, index) => isWordStart(headingWords[index] ?? '', start))
    );
  };
  const matchingFields = [...fields].filter(([, { headings }]) => headings?.some(isBegun));
  return matchingFields.length === 1 ? (matchingFields[0]?.[0] ?? null) : null;
};
