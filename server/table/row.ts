/** What a cell of a table holds: `day` is `YYYY-MM-DD`, `error` an error value as the spreadsheet writes it. */
export type Cell = string | number | boolean | { day: string } | { error: string } | null;

/** A formula that was saved without its value. */
export const NO_FORMULA_VALUE = '=';

/** A row that holds something. `row` counts as the spreadsheet does; columns count from 0, absent ones are empty. */
export interface TableRow {
  row: number;
  cells: readonly (Cell | undefined)[];
  /** There are values behind the last column: what divides cells stands inside one, and others are not where they belong. */
  isOverfull?: boolean;
}

/** An opened table file. */
export interface Table {
  /** The sheet that is read, when there are others beside it. */
  sheet: string | null;
  /**
   * The rows from the header on, in groups as they are read; may be called again for another pass.
   * @throws {TableRefusal} when the file turns out to be damaged.
   */
  rows: () => AsyncIterable<readonly TableRow[]>;
  close: () => void;
}

/** The last row that a spreadsheet can have (ECMA-376): only a made-up file has more, empty ones included. */
export const MAX_ROW = 1_048_576;
/** Columns further right are not read: no table of ours is that wide. */
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

/** Fifteen digits, as spreadsheets show them: what is behind is noise of binary fractions. */
const numeral = (value: number): string => String(rounded(value));
export const rounded = (value: number): number => (Number.isSafeInteger(value) ? value : Number(value.toPrecision(15)));

export const isBlank = (cell: Cell | undefined): cell is null | undefined | '' =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '');
