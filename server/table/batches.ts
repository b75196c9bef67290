import type { ImageSummary } from '#contract/preparing.ts';
import type { IgnoredRowCounts, MappedTable } from './applyMapping.ts';
import { isReferenceField, listUnknownNames } from './cells.ts';
import type { Column } from './columns.ts';
import type { ImageArchive } from './imageArchive.ts';
import { tallyImages } from './imageTally.ts';
import type { Importable } from './importable.ts';
import { type FilledCell, type Lookups, listSpellings } from './parseResult.ts';
import {
  createIdentifierReader,
  createRowReader,
  type DoubtfulValue,
  type RowError,
  type RowValues,
} from './reader.ts';
import { TableRefusal } from './refusal.ts';
import { type Cell, isBlank, NO_FORMULA_VALUE, type TableRow, toShortText } from './row.ts';
import { tallyUnknownValues, type UnknownValues } from './unknownValues.ts';

export interface TableSummary {
  sheet: string | null;
  columns: Column[];
  rows: number;
  missing: Readonly<Record<string, readonly string[]>>;
  unknownValues: UnknownValues;
  ignoredRows: IgnoredRowCounts;
  /** Null if the table names no images. */
  images: ImageSummary | null;
}

export interface Batch {
  from: number;
  to: number;
  read: number;
  rows: { row: number; values: RowValues; cells: StoredCell[]; doubts?: DoubtfulValue[] }[];
  faults: RowError[];
  faulty: UnreadRow[];
}

/** A row that is not imported, with its identifiers, and with its cells so that the user can correct them. */
export interface UnreadRow {
  row: number;
  cells: StoredCell[];
  identifiers: RowValues;
}

/** A cell that can be written back to a file; dates and error values are formatted as text. */
export type StoredCell = string | number | boolean | null;

interface InspectionOptions {
  mostRows?: number;
  /** The images that come with the table. */
  archive?: ImageArchive | null;
}

/**
 * Reads the whole table once, so that too many rows or damage are reported before anything is written, and so that the
 * progress can be computed from the number of rows.
 * @throws {TableRefusal}
 */
export const inspectTable = async (
  table: MappedTable,
  fields: Importable,
  lookups: Lookups,
  { mostRows = Number.POSITIVE_INFINITY, archive = null }: InspectionOptions = {},
): Promise<TableSummary> => {
  const columns = [...table.columns];
  const missing = collectMissingNames(columns, fields, lookups);
  const unknownValues = tallyUnknownValues(columns, fields, lookups);
  const images = tallyImages(columns, fields, archive);
  let rows = 0;
  for await (const group of table.rows()) {
    for (const row of group) {
      missing.scan(row);
      unknownValues.scan(row);
      images.scan(row);
    }
    rows += group.length;
    if (rows > mostRows) throw new TableRefusal('tooManyRows', { limit: mostRows });
  }
  if (rows === 0) throw new TableRefusal('noRows');
  return {
    sheet: table.sheet,
    columns,
    rows,
    missing: missing.found(),
    unknownValues: unknownValues.found(),
    ignoredRows: table.ignoredRows(),
    images: images.found(),
  };
};

const collectMissingNames = (columns: readonly Column[], fields: Importable, lookups: Lookups) => {
  const readRow = createRowReader(columns, lookups, fields);
  const referenceColumns = columns.flatMap(({ index, field: name }) => {
    const field = name ? fields.get(name) : undefined;
    return field && isReferenceField(field) ? [{ index, field }] : [];
  });
  const namesByReference = new Map<string, Map<string, string>>(
    referenceColumns.map(({ field }) => [field.of, new Map()]),
  );
  return {
    scan: (row: TableRow): void => {
      const unknownNames = referenceColumns.flatMap(({ index, field }) =>
        isBlank(row.cells[index])
          ? []
          : listUnknownNames(row.cells[index] as FilledCell, field, lookups).map(name => ({ name, of: field.of })),
      );
      if (unknownNames.length === 0) return;
      const result = readRow(row);
      // Other errors in the row suggest shifted cells, in which case the text is probably not a name.
      if ('values' in result || !result.isUnknown) return;
      for (const { name, of } of unknownNames) {
        const knownNames = namesByReference.get(of);
        const [meaning] = listSpellings(name, of);
        if (!knownNames?.has(meaning)) knownNames?.set(meaning, name);
      }
    },
    found: () =>
      Object.fromEntries(
        [...namesByReference]
          .filter(([, names]) => names.size > 0)
          .map(([reference, names]) => [reference, [...names.values()]]),
      ),
  };
};

interface BatchOptions {
  fields: Importable;
  lookups: Lookups;
  size: number;
}

/**
 * Maximum characters per batch, exceeded by at most one row. Needed because a small workbook can repeat a long shared
 * string in every cell.
 */
const MAX_BATCH_CHARACTERS = 4_000_000;

/** @throws {TableRefusal} */
export async function* readBatches(
  { mapping, columns, rows }: MappedTable,
  { fields, lookups, size }: BatchOptions,
): AsyncGenerator<Batch, void, void> {
  const readRow = createRowReader(columns, lookups, fields, mapping);
  const readIdentifiers = createIdentifierReader(columns, fields);
  let batch: Batch | null = null;
  let weight = 0;
  for await (const group of rows()) {
    for (const row of group) {
      batch ??= { from: row.row, to: row.row, read: 0, rows: [], faults: [], faulty: [] };
      const result = readRow(row);
      const cells = columns.map(({ index }) => toStoredCell(row.cells[index]));
      if ('values' in result) batch.rows.push({ row: row.row, values: result.values, cells });
      else if (result.doubted) batch.rows.push({ row: row.row, cells, ...result.doubted });
      else {
        batch.faults.push(...result.faults);
        batch.faulty.push({ row: row.row, cells, identifiers: readIdentifiers(row.cells) });
      }
      batch.to = row.row;
      batch.read += 1;
      weight += cells.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 0), 0);
      if (batch.read < size && weight < MAX_BATCH_CHARACTERS) continue;
      yield batch;
      batch = null;
      weight = 0;
    }
  }
  if (batch) yield batch;
}

export const toStoredCell = (cell: Cell | undefined): StoredCell => {
  if (cell === undefined || cell === null) return null;
  if (typeof cell === 'string') return stripUnstorable(cell);
  if (typeof cell !== 'object') return cell;
  // The internal marker would later be read as text, so an error value is written instead.
  return 'error' in cell && cell.error === NO_FORMULA_VALUE ? '#VALUE!' : stripUnstorable(toShortText(cell));
};

/** Removes NULs and lone surrogates, which PostgreSQL rejects in JSON. */
export const stripUnstorable = (text: string): string => text.replace(/\p{Surrogate}|\0/gu, '');
