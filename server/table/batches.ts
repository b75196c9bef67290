import { importLimits } from '#contract/limits.ts';
import type { Lookups } from './cells.ts';
import { type Column, readColumns } from './columns.ts';
import type { Importable } from './importable.ts';
import { type RowFault, type RowValues, rowReader } from './reader.ts';
import { TableRefusal } from './refusal.ts';
import type { Table } from './row.ts';

/** What a table is, known before any of it is written. */
export interface Inspection {
  /** The sheet that is read, when there are others beside it. */
  sheet: string | null;
  columns: Column[];
  /** Rows below the header that hold something. */
  rows: number;
}

/** Rows that are ready to be written, and why others are not. */
export interface Batch {
  /** First and last row of the batch, as the spreadsheet counts them. */
  from: number;
  to: number;
  /** How many rows of the table it covers. */
  read: number;
  rows: { row: number; values: RowValues }[];
  /** In the order of the rows; a row may have several. */
  faults: RowFault[];
}

/**
 * Reads a table once from end to end, so that a file with unknown columns, too many rows or damage is
 * refused before anything is written, and progress has a whole to be a part of.
 * @throws {TableRefusal}
 */
export const inspectTable = async (table: Table, fields: Importable): Promise<Inspection> => {
  let columns: Column[] | null = null;
  let rows = -1;
  for await (const group of table.rows()) {
    for (const row of group) columns ??= readColumns(row, fields);
    rows += group.length;
    if (rows > importLimits.rows) throw new TableRefusal('tooManyRows', { limit: importLimits.rows });
  }
  if (!columns) throw new TableRefusal('empty');
  if (rows === 0) throw new TableRefusal('noRows');
  return { sheet: table.sheet, columns, rows };
};

interface Reading {
  fields: Importable;
  columns: readonly Column[];
  lookups: Lookups;
  /** Rows in a batch, at most. */
  size: number;
}

/** The rows of a table as batches of checked values. @throws {TableRefusal} */
export async function* readBatches(
  table: Table,
  { fields, columns, lookups, size }: Reading,
): AsyncGenerator<Batch, void, void> {
  const read = rowReader(columns, lookups, fields);
  let isHeader = true;
  let batch: Batch | null = null;
  for await (const group of table.rows()) {
    for (const row of group) {
      if (isHeader) {
        isHeader = false;
        continue;
      }
      batch ??= { from: row.row, to: row.row, read: 0, rows: [], faults: [] };
      const result = read(row);
      if ('values' in result) batch.rows.push({ row: row.row, values: result.values });
      else batch.faults.push(...result.faults);
      batch.to = row.row;
      batch.read += 1;
      if (batch.read < size) continue;
      yield batch;
      batch = null;
    }
  }
  if (batch) yield batch;
}
