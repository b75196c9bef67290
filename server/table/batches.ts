import { importLimits } from '#contract/limits.ts';
import { type FilledCell, foldedName, type Lookups, unknownNames } from './cells.ts';
import { type Column, readColumns } from './columns.ts';
import type { Importable } from './importable.ts';
import { type Doubt, type RowFault, type RowValues, rowReader } from './reader.ts';
import { TableRefusal } from './refusal.ts';
import { type Cell, isBlank, NO_FORMULA_VALUE, shown, type Table, type TableRow } from './row.ts';

/** What a table is, known before any of it is written. */
export interface Inspection {
  /** The sheet that is read, when there are others beside it. */
  sheet: string | null;
  columns: Column[];
  /** Rows below the header that hold something. */
  rows: number;
  /** Names that its cells give and that are no values of their references, by reference, as first written. */
  missing: Readonly<Record<string, readonly string[]>>;
}

/** Rows that are ready to be written, and why others are not. */
export interface Batch {
  /** First and last row of the batch, as the spreadsheet counts them. */
  from: number;
  to: number;
  /** How many rows of the table it covers. */
  read: number;
  rows: { row: number; values: RowValues; cells: KeptCell[]; doubts?: Doubt[] }[];
  /** In the order of the rows; a row may have several. */
  faults: RowFault[];
  /** The faulty rows as the file has them. */
  faulty: { row: number; cells: KeptCell[] }[];
}

/** A cell as it can be written again; dates and error values as a person reads them. */
export type KeptCell = string | number | boolean | null;

/**
 * Reads a table once from end to end, so that a file with unknown columns, too many rows or damage is
 * refused before anything is written, and progress has a whole to be a part of.
 * @throws {TableRefusal}
 */
export const inspectTable = async (table: Table, fields: Importable, lookups: Lookups): Promise<Inspection> => {
  let columns: Column[] | null = null;
  let rows = -1;
  let missing = missingNames([], fields, lookups);
  for await (const group of table.rows()) {
    for (const row of group) {
      if (columns) missing.look(row);
      else {
        columns = readColumns(row, fields);
        missing = missingNames(columns, fields, lookups);
      }
    }
    rows += group.length;
    if (rows > importLimits.rows) throw new TableRefusal('tooManyRows', { limit: importLimits.rows });
  }
  if (!columns) throw new TableRefusal('empty');
  if (rows === 0) throw new TableRefusal('noRows');
  return { sheet: table.sheet, columns, rows, missing: missing.found() };
};

/** Gathers what cells name and references do not have, in rows of which nothing else is wrong. */
const missingNames = (columns: readonly Column[], fields: Importable, lookups: Lookups) => {
  const read = rowReader(columns, lookups, fields);
  const places = columns.flatMap(({ index, field: name }) => {
    const field = name ? fields.get(name) : undefined;
    return field?.kind === 'reference' || field?.kind === 'references' ? [{ index, field }] : [];
  });
  const byReference = new Map<string, Map<string, string>>(places.map(({ field }) => [field.of, new Map()]));
  return {
    look: (row: TableRow): void => {
      const unknown = places.flatMap(({ index, field }) =>
        isBlank(row.cells[index])
          ? []
          : unknownNames(row.cells[index] as FilledCell, field, lookups).map(said => ({ said, of: field.of })),
      );
      if (unknown.length === 0) return;
      const result = read(row);
      // What a damaged row says where a name belongs is no name.
      if ('values' in result || !result.isUnknown) return;
      for (const { said, of } of unknown) {
        const known = byReference.get(of);
        if (!known?.has(foldedName(said))) known?.set(foldedName(said), said);
      }
    },
    found: () =>
      Object.fromEntries(
        [...byReference].filter(([, names]) => names.size > 0).map(([of, names]) => [of, [...names.values()]]),
      ),
  };
};

interface Reading {
  fields: Importable;
  columns: readonly Column[];
  lookups: Lookups;
  /** Rows in a batch, at most. */
  size: number;
  /** An empty cell empties its field. */
  clears?: boolean;
}

/** Characters in the cells of a batch, at most and one row more: a small workbook can repeat a long text everywhere. */
const MAX_WEIGHT = 4_000_000;

/** The rows of a table as batches of checked values. @throws {TableRefusal} */
export async function* readBatches(
  table: Table,
  { fields, columns, lookups, size, clears = false }: Reading,
): AsyncGenerator<Batch, void, void> {
  const read = rowReader(columns, lookups, fields, clears);
  let isHeader = true;
  let batch: Batch | null = null;
  let weight = 0;
  for await (const group of table.rows()) {
    for (const row of group) {
      if (isHeader) {
        isHeader = false;
        continue;
      }
      batch ??= { from: row.row, to: row.row, read: 0, rows: [], faults: [], faulty: [] };
      const result = read(row);
      const cells = columns.map(({ index }) => kept(row.cells[index]));
      if ('values' in result) batch.rows.push({ row: row.row, values: result.values, cells });
      else if (result.doubted) batch.rows.push({ row: row.row, cells, ...result.doubted });
      else {
        batch.faults.push(...result.faults);
        batch.faulty.push({ row: row.row, cells });
      }
      batch.to = row.row;
      batch.read += 1;
      weight += cells.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 0), 0);
      if (batch.read < size && weight < MAX_WEIGHT) continue;
      yield batch;
      batch = null;
      weight = 0;
    }
  }
  if (batch) yield batch;
}

const kept = (cell: Cell | undefined): KeptCell => {
  if (cell === undefined || cell === null) return null;
  if (typeof cell === 'string') return storable(cell);
  if (typeof cell !== 'object') return cell;
  // A formula without a value would be read again as the text that it begins with.
  return 'error' in cell && cell.error === NO_FORMULA_VALUE ? '#VALUE!' : storable(shown(cell));
};

/** No database keeps a NUL or half a character in JSON. */
export const storable = (text: string): string => text.replace(/\p{Surrogate}|\0/gu, '');
