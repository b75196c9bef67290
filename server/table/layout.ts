import { type Heading, isText, joinHeadings, listHeadingAliases, readHeadings } from './headings.ts';
import type { IsProfileHeader } from './profileHeader.ts';
import { isBlank, type Table, type TableRow, toFullText } from './row.ts';

/** The number of rows used for a proposal; the header must be within the first `MAX_ROWS_ABOVE_HEADER`. */
const MAX_SAMPLE_ROWS = 1000;
const MAX_ROWS_ABOVE_HEADER = 50;

export type RowCells = TableRow['cells'];
export type RecogniseHeading = (heading: string) => string | null;

export interface Header {
  row: number;
  rows: 1 | 2;
  headings: readonly Heading[];
  /** The maximum number of cells per row, including those without a heading. */
  width: number;
}

/** The first non-empty rows. */
export const readSample = async (table: Table): Promise<TableRow[]> => {
  const sample: TableRow[] = [];
  for await (const group of table.rows()) {
    sample.push(...group.filter(({ cells }) => !isEmpty(cells)));
    if (sample.length >= MAX_SAMPLE_ROWS) break;
  }
  return sample.slice(0, MAX_SAMPLE_ROWS);
};

export const isEmpty = (cells: RowCells): boolean => cells.every(isBlank);

/**
 * Finds the header of a table that may begin with a letterhead: the first row with more than half as many known
 * headings as the best row, unless a row has the headings of an export profile. Two rows count as a header only if together they have more known headings than each alone.
 */
export const findHeader = (
  sample: readonly TableRow[],
  recognise: RecogniseHeading,
  isProfileHeader: IsProfileHeader,
): Header | null => {
  const profileHeader = sample.slice(0, MAX_ROWS_ABOVE_HEADER).find(({ cells }) => isProfileHeader(cells));
  if (profileHeader) return readHeaderAt(sample, profileHeader.row, 1);
  const candidates = sample.slice(0, MAX_ROWS_ABOVE_HEADER).map((row, index) => {
    const next = sample[index + 1];
    return {
      row,
      one: countRecognised(readHeadings(row.cells), recognise),
      two: next ? countJoinedHeadings(row, next, recognise) : 0,
    };
  });
  const maxKnown = Math.max(0, ...candidates.map(({ one, two }) => Math.max(one, two)));
  const candidateIndex = candidates.findIndex(({ one, two }, index) => {
    const isPair = two > Math.max(one, candidates[index + 1]?.one ?? 0);
    return (isPair ? two : one) * 2 > maxKnown;
  });
  const candidate = candidates[Math.max(0, candidateIndex)];
  if (!candidate) return null;
  const { one, two, row } = candidate;
  return readHeaderAt(sample, row.row, two > Math.max(one, candidates[candidateIndex + 1]?.one ?? 0) ? 2 : 1);
};

export const readHeaderAt = (sample: readonly TableRow[], row: number, rows: 1 | 2): Header | null => {
  const rowIndex = sample.findIndex(candidate => candidate.row === row);
  const [upperRow, lower] = [sample[rowIndex], sample[rowIndex + 1]];
  if (!upperRow) return null;
  if (rows === 1 || !lower)
    return { row, rows: 1, headings: readHeadings(upperRow.cells), width: upperRow.cells.length };
  const width = Math.max(upperRow.cells.length, lower.cells.length);
  return { row, rows, headings: joinHeadings(upperRow.cells, lower.cells), width };
};

const countRecognised = (headings: readonly Heading[], recognise: RecogniseHeading): number =>
  new Set(headings.flatMap(heading => listHeadingAliases(heading).map(recognise).find(Boolean) ?? [])).size;

const countJoinedHeadings = (upperRow: TableRow, lower: TableRow, recognise: RecogniseHeading): number =>
  lower.cells.every(cell => isBlank(cell) || isText(cell))
    ? countRecognised(joinHeadings(upperRow.cells, lower.cells), recognise)
    : 0;

export type RowRole = 'product' | 'section' | 'total' | 'header';

interface SampleLayout {
  headings: readonly Heading[];
  /** The indexes of the columns that can identify a product. */
  keys: readonly number[];
  hasSections: boolean;
}

const TOTAL_ROW = /^(итого|всего|total|grand total|subtotal)(?!\p{L})(?<more>.*)$/isu;

/**
 * Classifies a row below the header. A row with a total has no key, but its label may be in a key column. The label
 * must therefore be just the word, or the only text in the row: «TOTAL 213774» is an article number. A section heading
 * is the only text of its row.
 */
export const detectRowRole = (cells: RowCells, { headings, keys, hasSections }: SampleLayout): RowRole => {
  const cellIndex = findNextFilledIndex(cells, 0);
  const first = cells[cellIndex];
  if (!isText(first)) return 'product';
  const hasKey = keys.some(index => index !== cellIndex && !isBlank(cells[index]));
  if (!hasKey && isTotal(cells, cellIndex, keys)) return 'total';
  if (isRepeated(cells, headings)) return 'header';
  return hasSections && isSection(cells, keys) ? 'section' : 'product';
};

const isTotal = (cells: RowCells, index: number, keys: readonly number[]): boolean => {
  const totalMatch = TOTAL_ROW.exec(toFullText(cells[index]).trim());
  if (!totalMatch || !keys.includes(index)) return totalMatch !== null;
  return (
    !/[\p{L}\p{N}]/u.test(totalMatch.groups?.['more'] ?? '') || findNextFilledIndex(cells, index + 1) >= cells.length
  );
};

/**
 * Whether the only filled cell of a row is a text with letters. In a key column it must not contain digits, which a key
 * would have.
 */
export const isSection = (cells: RowCells, keys: readonly number[]): boolean => {
  const cellIndex = findNextFilledIndex(cells, 0);
  const onlyCell = cells[cellIndex];
  if (!isText(onlyCell) || findNextFilledIndex(cells, cellIndex + 1) < cells.length) return false;
  return /\p{L}/u.test(onlyCell) && (!keys.includes(cellIndex) || !/\d/.test(onlyCell));
};

const findNextFilledIndex = (cells: RowCells, start: number): number => {
  let index = start;
  while (index < cells.length && isBlank(cells[index])) index += 1;
  return index;
};

export const getSectionText = (cells: RowCells): string =>
  toFullText(cells.find(cell => !isBlank(cell)))
    .replace(/\s+/g, ' ')
    .trim();

/** Detects headings that are repeated on each printed page. */
const isRepeated = (cells: RowCells, headings: readonly Heading[]): boolean =>
  headings.length > 1 && headings.every(({ index, header }) => cells[index] === header);
