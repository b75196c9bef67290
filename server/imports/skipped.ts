import { text } from '#contract/kinds.ts';
import type { Database } from '../db/database.ts';
import { type Column, readColumns } from '../table/columns.ts';
import type { ExportCell } from '../table/exportCell.ts';
import { fileOf } from '../table/exportFile.ts';
import type { Importable } from '../table/importable.ts';
import { keepingLanguage, translateImport } from '../translate.ts';
import { readHeadings, readSkipped } from './runs.ts';

const PART = 1000;

/**
 * A workbook of the skipped rows with the reason for each; null when none were skipped.
 * @param isOpen whether the caller may see a field
 */
export const skippedFile = async (
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
  return fileOf('xlsx', {
    title: translateImport('skipped.title'),
    columns: [...columns.map(column => column.header), translateImport('skipped.reason')].map(header => ({
      header,
      field: text(),
    })),
    groups: keepingLanguage(groupsOf(db, id, columns)),
  });
};

interface SkippedColumn extends Column {
  /** The heading in the imported file, as the faults name it. */
  inFile: string;
}

async function* groupsOf(db: Database, id: number, columns: readonly SkippedColumn[]): AsyncGenerator<ExportCell[][]> {
  const headers = new Set(columns.map(({ inFile }) => inFile));
  let after = 1;
  for (;;) {
    const part = await readSkipped(db, id, { after, limit: PART });
    const last = part.at(-1);
    if (!last) return;
    yield part.map(({ cells, faults }) => {
      const reasons = faults.filter(({ column }) => !column || headers.has(column));
      const reason = reasons.map(({ column, text }) => (column ? `${column}: ${text}` : text)).join('; ');
      return [...columns.map(({ index }) => asWritten(cells[index] ?? null)), reason];
    });
    after = last.row;
  }
}

const asWritten = (cell: string | number | boolean | null): ExportCell =>
  typeof cell === 'boolean' ? translateImport(cell ? 'skipped.yes' : 'skipped.no') : cell;
