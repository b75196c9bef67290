import type { WeightUnit } from '#contract/importMapping.ts';

export type Measure =
  | { currency: string }
  | {
      unit: WeightUnit;
      /** The unit as displayed in the cell. */
      word?: string;
    };

/** A number has a currency or unit only if the cell's format shows a foreign currency or a unit of weight. */
export type Cell =
  | string
  | number
  | boolean
  | { day: string }
  | ({ amount: number } & Measure)
  | { error: string }
  | null;

/** Marks a formula saved without its cached value, as some generators do. */
export const NO_FORMULA_VALUE = '=';

/** A non-empty row. `row` is the spreadsheet's 1-based number; `cells` is 0-based, and missing entries are empty. */
export interface TableRow {
  row: number;
  cells: readonly (Cell | undefined)[];
  /**
   * The row has more values than the header. This means that a value contains the delimiter, so the following values
   * are shifted.
   */
  isOverfull?: boolean;
  isHidden?: boolean;
}

/** A table file before interpretation: its rows include everything above the header and between products. */
export interface Table {
  /** The current sheet's name; null unless there are several. */
  sheet: string | null;
  /** Names of the visible sheets; empty for formats without sheets. */
  sheets: readonly string[];
  /** Opens another sheet of the same file. @throws {TableRefusal} if there is no sheet with this name */
  onSheet: (name: string) => Table;
  /** Columns hidden in the spreadsheet, known once rows have been read. */
  hiddenColumns: ReadonlySet<number>;
  /** Whether the file is plain text, where a row with more values than headings must be shifted. */
  isText: boolean;
  /**
   * The rows in groups. Can be called again for another pass.
   * @throws {TableRefusal} when the file turns out to be damaged
   */
  rows: () => AsyncIterable<readonly TableRow[]>;
  close: () => void;
}

/** Maximum row number in a spreadsheet (ECMA-376). Only a forged file exceeds it. */
export const MAX_ROW_NUMBER = 1_048_576;
/** Any further columns are ignored; no export has that many. */
export const MAX_COLUMNS = 1024;

/** Maximum text length of a cell in spreadsheets, which cut off the rest. */
export const MAX_TEXT_LENGTH = 32_767;

/** Appends a part to a text, up to the maximum length of a cell. */
export const appendPart = (text: string, suffix: string): string =>
  text + suffix.slice(0, MAX_TEXT_LENGTH - text.length);

export const toShortText = (cell: Cell | undefined): string => {
  const text = toFullText(cell);
  return text.length > 100 ? `${text.slice(0, 99)}…` : text;
};

export const toFullText = (cell: Cell | undefined): string => {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'boolean') return cell ? 'ИСТИНА' : 'ЛОЖЬ';
  if (typeof cell === 'number') return formatNumber(cell);
  if (typeof cell === 'string') return cell;
  if ('amount' in cell) return `${formatNumber(cell.amount)} ${('word' in cell && cell.word) || getMeasure(cell)}`;
  return 'day' in cell ? cell.day.split('-').reverse().join('.') : cell.error;
};

export const getMeasure = (cell: Measure): string => ('unit' in cell ? cell.unit : cell.currency);

/** Rounds to fifteen digits like spreadsheets do; further digits are binary rounding noise. */
const formatNumber = (value: number): string => String(roundLikeSpreadsheet(value));
export const roundLikeSpreadsheet = (value: number): number =>
  Number.isSafeInteger(value) ? value : Number(value.toPrecision(15));

export const isBlank = (cell: Cell | undefined): cell is null | undefined | '' =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '');
