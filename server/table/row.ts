/** What a cell of a table holds: `day` is `YYYY-MM-DD`, `error` an error value as the spreadsheet writes it. */
export type Cell = string | number | boolean | { day: string } | { error: string } | null;

/** A formula that was saved without its value. */
export const NO_FORMULA_VALUE = '=';

/** A non-empty row. `row` counts from 1 as the spreadsheet does; columns count from 0, missing ones are empty. */
export interface TableRow {
  row: number;
  cells: readonly (Cell | undefined)[];
  /** There are values behind the last column: a cell contains the delimiter, so the others are shifted. */
  isOverfull?: boolean;
}

/** An opened table file. */
export interface Table {
  /** The name of the sheet, when the workbook has others. */
  sheet: string | null;
  /**
   * The rows from the header on, in groups as they are read; may be called again for another pass.
   * @throws {TableRefusal} when the file turns out to be damaged.
   */
  rows: () => AsyncIterable<readonly TableRow[]>;
  close: () => void;
}

/** The last row that a spreadsheet can have (ECMA-376); only a forged file has more. */
export const MAX_ROW = 1_048_576;
/** Columns further right are not read, since no table of ours is that wide. */
export const MAX_COLUMNS = 1024;

/** As a person sees the cell, shortened to 100 characters for the log. */
export const shown = (cell: Cell | undefined): string => {
  const text = textOf(cell);
  return text.length > 100 ? `${text.slice(0, 99)}…` : text;
};

const textOf = (cell: Cell | undefined): string => {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'boolean') return cell ? 'ИСТИНА' : 'ЛОЖЬ';
  if (typeof cell === 'number') return numeral(cell);
  if (typeof cell === 'string') return cell;
  return 'day' in cell ? cell.day.split('-').reverse().join('.') : cell.error;
};

/** Fifteen digits, as spreadsheets show: the rest is noise of binary fractions. */
const numeral = (value: number): string => String(roundedAsShown(value));
export const roundedAsShown = (value: number): number =>
  Number.isSafeInteger(value) ? value : Number(value.toPrecision(15));

export const isBlank = (cell: Cell | undefined): cell is null | undefined | '' =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '');
