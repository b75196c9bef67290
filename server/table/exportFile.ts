import { writeXlsxStream } from 'hucre/xlsx';
import type { ExportFormat } from '#contract/bulk.ts';
import { type ColumnFormat, stockFile, type TableFile } from '#contract/exportProfiles.ts';
import type { Field } from '#contract/fields.ts';
import { ApiFailure } from '../http/errors.ts';
import { translateExport } from '../translate.ts';
import { createEncoder, type Encode, findUnencodable } from './encode.ts';
import type { ExportCell } from './exportCell.ts';
import { createSheetColumn, formatCellText } from './formats.ts';
import { escapeFormula } from './formulaEscape.ts';

interface ExportedColumn {
  header: string;
  field: Field;
  format?: ColumnFormat | null;
}

/**
 * A table to export. Rows come from a generator, so that only a few are in memory at a time. They are passed on in
 * groups, because passing on each row separately would take longer than creating it.
 */
export interface ExportTable {
  title: string;
  columns: readonly ExportedColumn[];
  groups: AsyncGenerator<readonly (readonly ExportCell[])[]>;
}

type TextFile = Omit<TableFile, 'type'>;

/** Streams a table as a file. Bytes are produced only as fast as the client reads them. */
export const toFileStream = (
  format: ExportFormat,
  table: ExportTable,
  file: TextFile = stockFile,
): ReadableStream<Uint8Array> =>
  format === 'xlsx' ? toWorkbookStream(table) : toByteStream(toCsvLines(table, file), createEncoder(file.encoding));

/**
 * Looks for characters that do not exist in the file's encoding, since they would be lost. Reads all rows if the
 * encoding lacks any characters at all, because a stream cannot be refused once it has begun.
 * @throws {ApiFailure} 400 that names the character
 */
export const assertCanEncode = async (
  { type, ...file }: TableFile,
  columns: readonly ExportedColumn[],
  readGroups: () => ExportTable['groups'],
): Promise<void> => {
  if (type !== 'csv' || file.encoding === 'utf-8') return;
  const lines = toCsvLines({ title: '', columns, groups: readGroups() }, file);
  for await (const line of lines) {
    const letter = findUnencodable(line);
    if (letter !== null)
      throw new ApiFailure('invalid', {
        message: translateExport('unencodable', { letter, code: formatCodePoint(letter), encoding: file.encoding }),
      });
  }
};

const formatCodePoint = (letter: string): string =>
  `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/**
 * Removes characters that ECMA-376 forbids in sheet names, and cuts the name to 31 characters. Otherwise spreadsheets
 * refuse to open the file.
 */
const toSheetName = (title: string): string => title.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31);

const toWorkbookStream = ({ title, columns, groups }: ExportTable): ReadableStream<Uint8Array> =>
  writeXlsxStream(toWorkbookRows(groups), {
    name: toSheetName(title),
    columns: columns.map(({ header, field, format }) => createSheetColumn(workbookText(header), field, format)),
    freezePane: { rows: 1 },
  });

interface Report extends ExportTable {
  /** The rows of the first sheet. */
  summary: readonly (readonly ExportCell[])[];
  /** Without the rows of the summary. */
  rowCount: number;
}

/**
 * Streams a workbook with a summary on the first sheet and the table on the second. The library streams only a single
 * table, and continues on a new sheet when a sheet is full. The first sheet is therefore filled up with empty rows,
 * which take no space in the file.
 */
export const toReportStream = ({ title, columns, groups, summary, rowCount }: Report): ReadableStream<Uint8Array> => {
  const maxRowsPerSheet = Math.max(summary.length, rowCount + 1, 2);
  const headers = columns.map(({ header }) => header);
  async function* rows() {
    for (const row of summary) yield row.map(toWorkbookCell);
    for (let rowIndex = summary.length; rowIndex < maxRowsPerSheet; rowIndex += 1) yield [];
    yield headers.map(toWorkbookCell);
    yield* toWorkbookRows(groups);
  }
  return writeXlsxStream(rows(), {
    name: toSheetName(title),
    columns: columns.map(({ field }, index) => ({
      ...createSheetColumn('', field),
      width: REPORT_WIDTHS[index] ?? 24,
    })),
    freezePane: { rows: 1 },
    maxRowsPerSheet,
    repeatHeaders: false,
  });
};

/** In characters; the first two columns also hold the summary. */
const REPORT_WIDTHS = [24, 18, 40, 16, 48, 60];

/** Strings become text cells, which no spreadsheet evaluates as formulas. */
async function* toWorkbookRows(groups: ExportTable['groups']) {
  for await (const group of groups) for (const row of group) yield row.map(toWorkbookCell);
}

/**
 * Escapes text that looks like `_x0041_`, which a workbook would decode as a letter (ECMA-376, 22.9.2.19). Drops the two
 * characters that XML cannot contain and the library writes: with one of them no program opens the file.
 */
const workbookText = (text: string): string =>
  text.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_').replace(/[\uFFFE\uFFFF]/g, '');

const toWorkbookCell = (cell: ExportCell): string | number | Date | null => {
  if (typeof cell === 'string') return workbookText(cell);
  return cell !== null && typeof cell === 'object' ? new Date(cell.day) : cell;
};

/** Characters per chunk, to avoid a write per line. */
const CHUNK_LENGTH = 64 * 1024;
/** Number of chunks produced ahead while the compression thread is busy. */
const CHUNKS_AHEAD = 8;

async function* toCsvLines(
  { columns, groups }: ExportTable,
  { delimiter, encoding, mark }: TextFile,
): AsyncGenerator<string> {
  const toCsvCell = (cell: ExportCell, column: ExportedColumn): string => {
    const cellText = formatCellText(cell, column, mark);
    if (typeof cell === 'string') return quoteCell(escapeFormula(cellText));
    return cellText.includes(delimiter) ? `"${cellText}"` : cellText;
  };
  const byteOrderMark = encoding === 'utf-8' ? '\ufeff' : '';
  let piece = `${byteOrderMark}${columns.map(({ header }) => quoteCell(escapeFormula(header))).join(delimiter)}\r\n`;
  for await (const group of groups)
    for (const row of group) {
      piece += `${columns.map((column, index) => toCsvCell(row[index] ?? null, column)).join(delimiter)}\r\n`;
      if (piece.length < CHUNK_LENGTH) continue;
      yield piece;
      piece = '';
    }
  yield piece;
}

const quoteCell = (text: string): string =>
  /[";\r\n\t,]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

const toByteStream = (pieces: AsyncGenerator<string>, encode: Encode): ReadableStream<Uint8Array> => {
  return new ReadableStream(
    {
      pull: async controller => {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(encode(value));
      },
      cancel: async () => void (await pieces.return(undefined)),
    },
    { highWaterMark: CHUNKS_AHEAD },
  );
};
