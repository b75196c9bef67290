import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { CsvError, type Options, parse } from 'csv-parse';
import { parse as parseNow } from 'csv-parse/sync';
import type { Encoding } from './encoding.ts';
import { unescapeFormula } from './formulaEscape.ts';
import { type RefusalKind, TableRefusal } from './refusal.ts';
import { MAX_COLUMNS, MAX_ROW_NUMBER, type Table, type TableRow } from './row.ts';

const DELIMITERS = [';', ',', '\t'] as const;
/** If a row is larger, the file is not a table, or a quote is never closed. */
const MAX_ROW_BYTES = 2 ** 20;
const ROWS_PER_GROUP = 200;
/**
 * The number of records used to find the delimiter. It is not just one, because many headers are below a letterhead.
 */
const COMPARED_RECORDS = 30;

/** Counts the known headings in a row. */
export type HeaderScore = (cells: readonly string[]) => number;

export const openCsv = async (path: string, encoding: Encoding, score: HeaderScore): Promise<Table> => {
  const start = await readFirstCharacters(path, encoding);
  const separatorLine = /^sep=([;,\t])\r?\n/i.exec(start);
  const delimiter = separatorLine?.[1] ?? detectDelimiter(start, score);
  const table: Table = {
    sheet: null,
    sheets: [],
    onSheet: name => {
      throw new TableRefusal('missingSheet', { sheet: name });
    },
    hiddenColumns: new Set(),
    isText: true,
    rows: () => readCsvRows(decodeFile(path, encoding, separatorLine?.[0].length ?? 0), delimiter),
    close: () => {},
  };
  return table;
};

const options: Options = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_quotes: true,
  relax_column_count: true,
  max_record_size: MAX_ROW_BYTES,
};

/**
 * Tries each delimiter on the first records. The best delimiter is the one that yields the most known headings in a
 * record, or else the widest table. Counting characters is not enough, because quoted values may contain other
 * delimiters.
 */
const detectDelimiter = (start: string, score: HeaderScore): string => {
  const scores = DELIMITERS.map(delimiter => {
    const records = parseFirstRecords(start, delimiter);
    return {
      delimiter,
      known: Math.max(0, ...records.map(record => score(record))),
      width: computeMedianWidth(records),
    };
  });
  return scores.reduce((best, next) =>
    next.known > best.known || (next.known === best.known && next.width > best.width) ? next : best,
  ).delimiter;
};

/** Parsed one by one, so that a record truncated at the end of the sample does not invalidate the earlier records. */
const parseFirstRecords = (start: string, delimiter: string): string[][] => {
  for (let targetCount = COMPARED_RECORDS; targetCount > 0; targetCount = Math.floor(targetCount / 2)) {
    try {
      return parseNow(start, { ...options, delimiter, to: targetCount, skip_empty_lines: true }) as string[][];
    } catch {
      // The sample ends inside quotes. With fewer records, parsing may still succeed.
    }
  }
  return [];
};

const computeMedianWidth = (records: readonly string[][]): number => {
  const widths = records.map(({ length }) => length).toSorted((length, other) => length - other);
  return widths[Math.floor(widths.length / 2)] ?? 0;
};

async function* readCsvRows(text: AsyncIterable<string>, delimiter: string): AsyncGenerator<readonly TableRow[]> {
  const parser = parse({ ...options, delimiter });
  const pipelineDone = pipeline(text, parser).catch(() => {});
  let row = 0;
  let width = 0;
  let group: TableRow[] = [];
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      row += 1;
      if (row > MAX_ROW_NUMBER) throw new TableRefusal('tooManyRows', { limit: MAX_ROW_NUMBER });
      const cells = record.slice(0, MAX_COLUMNS).map(unescapeCell);
      if (cells.some(Boolean)) {
        width ||= record.length;
        group.push({ row, cells, ...(record.slice(width).some(Boolean) && { isOverfull: true }) });
      }
      if (group.length === ROWS_PER_GROUP) {
        yield group;
        group = [];
      }
    }
  } catch (error) {
    throw toRefusal(error, row + 1);
  } finally {
    parser.destroy();
    await pipelineDone;
  }
  yield group;
}

/**
 * Undoes two escapes: `="0123"`, which keeps a spreadsheet from dropping zeros, and the apostrophe that keeps a text
 * from becoming a formula.
 */
export const unescapeCell = (cell: string): string => /^="(.*)"$/s.exec(cell)?.[1] ?? unescapeFormula(cell);

const refusalKinds: Partial<Record<CsvError['code'], RefusalKind>> = {
  CSV_QUOTE_NOT_CLOSED: 'openQuote',
  CSV_MAX_RECORD_SIZE: 'longRow',
};

const toRefusal = (error: unknown, row: number): TableRefusal => {
  if (error instanceof TableRefusal) return error;
  const kind = error instanceof CsvError ? refusalKinds[error.code] : undefined;
  return kind ? new TableRefusal(kind, { row }, { cause: error }) : new TableRefusal('damaged', {}, { cause: error });
};

async function* decodeFile(path: string, encoding: Encoding, skip = 0): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  let rowsToSkip = skip;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const text = decoder.decode(chunk, { stream: true });
    yield rowsToSkip ? text.slice(rowsToSkip) : text;
    rowsToSkip = 0;
  }
  yield decoder.decode();
}

const readFirstCharacters = async (path: string, encoding: Encoding): Promise<string> => {
  for await (const text of decodeFile(path, encoding)) return text;
  return '';
};
