import { importLimits } from '#contract/limits.ts';
import { isOfReference, unknownNames } from './cells.ts';
import { type Column, readColumns } from './columns.ts';
import type { Importable } from './importable.ts';
import { type FilledCell, foldedName, type Lookups } from './parsed.ts';
import { type Doubt, type RowFault, type RowValues, rowReader } from './reader.ts';
import { TableRefusal } from './refusal.ts';
import { type Cell, isBlank, NO_FORMULA_VALUE, shown, type Table, type TableRow } from './row.ts';

/** What is known of a table before any of it is written. */
export interface Inspection {
  /** The name of the sheet, when the workbook has others. */
  sheet: string | null;
  columns: Column[];
  /** Non-empty rows below the header. */
  rows: number;
  /** Names in cells that their references do not have, by reference, as first written. */
  missing: Readonly<Record<string, readonly string[]>>;
}

/** Checked rows ready to be written, and the faults of the others. */
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
 * Reads a table once from end to end, so that a file with unknown columns, too many rows or damage is refused before
 * anything is written, and so that progress can be a share of the whole.
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

/** Collects names that references do not have, from rows without any other fault. */
const missingNames = (columns: readonly Column[], fields: Importable, lookups: Lookups) => {
  const read = rowReader(columns, lookups, fields);
  const places = columns.flatMap(({ index, field: name }) => {
    const field = name ? fields.get(name) : undefined;
    return field && isOfReference(field) ? [{ index, field }] : [];
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
      // In a damaged row the text in the place of a name is probably something else.
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
  /** Whether an empty cell empties its field. */
  clears?: boolean;
}

/** The limit of characters in a batch (plus one row), because a small workbook can repeat a long text everywhere. */
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
  // Written as an error, because the marker of a formula without a value would be read again as text.
  return 'error' in cell && cell.error === NO_FORMULA_VALUE ? '#VALUE!' : storable(shown(cell));
};

/** Removes NULs and lone surrogates, which no database stores in JSON. */
export const storable = (text: string): string => text.replace(/\p{Surrogate}|\0/gu, '');
