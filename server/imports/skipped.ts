import { text } from '#contract/kinds.ts';
import type { Database } from '../db/database.ts';
import { type Column, readColumns } from '../table/columns.ts';
import type { ExportCell } from '../table/exportCell.ts';
import { toFileStream } from '../table/exportFile.ts';
import type { Importable } from '../table/importable.ts';
import { translateImport } from '../translate.ts';
import { keepWorkContext } from '../workContext.ts';
import { readHeadings, readSkipped } from './runs.ts';

const ROWS_PER_GROUP = 1000;

/**
 * A workbook of the skipped rows with the reason for each; null when none were skipped.
 * @param isOpen whether the caller may see a field
 */
export const buildSkippedRowsWorkbook = async (
  db: Database,
  id: number,
  fields: Importable,
  isOpen: (field: string) => boolean,
): Promise<ReadableStream<Uint8Array> | null> => {
  const [header, first] = await readSkipped(db, id, { after: 0, limit: 2 });
  if (header?.row !== 1 || !first) return null;
  const headings = await readHeadings(db, id);
  const columns = readColumns({ row: 1, cells: header.cells }, fields)
    .filter(({ field }) => !field || isOpen(field))
    .map(column => ({ ...column, inFile: headings?.[column.index] ?? column.header }));
  return toFileStream('xlsx', {
    title: translateImport('skipped.title'),
    columns: [...columns.map(column => column.header), translateImport('skipped.reason')].map(header => ({
      header,
      field: text(),
    })),
    groups: keepWorkContext(readSkippedGroups(db, id, columns)),
  });
};

interface SkippedColumn extends Column {
  /** The heading in the imported file, to which the error messages refer. */
  inFile: string;
}

async function* readSkippedGroups(
  db: Database,
  id: number,
  columns: readonly SkippedColumn[],
): AsyncGenerator<ExportCell[][]> {
  const headers = new Set(columns.map(({ inFile }) => inFile));
  let after = 1;
  for (;;) {
    const skippedRows = await readSkipped(db, id, { after, limit: ROWS_PER_GROUP });
    const last = skippedRows.at(-1);
    if (!last) return;
    yield skippedRows.map(({ cells, faults }) => {
      const reasons = faults.filter(({ column }) => !column || headers.has(column));
      const reason = reasons.map(({ column, text }) => (column ? `${column}: ${text}` : text)).join('; ');
      return [...columns.map(({ index }) => toExportCell(cells[index] ?? null)), reason];
    });
    after = last.row;
  }
}

const toExportCell = (cell: string | number | boolean | null): ExportCell =>
  typeof cell === 'boolean' ? translateImport(cell ? 'skipped.yes' : 'skipped.no') : cell;
