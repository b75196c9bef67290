import { TableRefusal } from './refusal.ts';
import {
  appendPart,
  type Cell,
  MAX_COLUMNS,
  MAX_ROW_NUMBER,
  type Measure,
  NO_FORMULA_VALUE,
  type TableRow,
} from './row.ts';
import { parseXml, type XmlHandlers } from './xml.ts';

export interface WorkbookData {
  strings: readonly string[];
  styles: Styles;
  /** Dates count from 1904 instead of 1900, as in files from old Macs. */
  is1904: boolean;
}

export interface Styles {
  days: ReadonlySet<number>;
  /** The measure of each number format, by style index, if the format shows a unit of weight or a foreign currency. */
  measures: ReadonlyMap<number, Measure>;
}

/**
 * Streams the non-empty rows of a sheet's XML, because a whole sheet may not fit in memory.
 * @param hiddenColumns receives the indexes of hidden columns
 */
export async function* readSheetRows(
  bytes: AsyncIterable<Uint8Array>,
  book: WorkbookData,
  hiddenColumns: Set<number>,
): AsyncGenerator<readonly TableRow[]> {
  let foundRows: TableRow[] = [];
  const handlers = createSheetHandlers(book, {
    onRow: row => foundRows.push(row),
    onHidden: column => hiddenColumns.add(column),
  });
  for await (const _ of parseXml(bytes, handlers)) {
    if (foundRows.length === 0) continue;
    const group = foundRows;
    foundRows = [];
    yield group;
  }
}

interface RowListeners {
  onRow: (row: TableRow) => void;
  onHidden: (column: number) => void;
}

const createSheetHandlers = (book: WorkbookData, { onRow, onHidden }: RowListeners): XmlHandlers => {
  let row = 0;
  let isHidden = false;
  let column = -1;
  let cells: (Cell | undefined)[] = [];
  let cell: RawCell = emptyCell;
  let isText = false;
  let isReading = false;

  return {
    open: (tag, attributes) => {
      switch (tag) {
        case 'row':
          row = parseNextRow(row, attributes['r']);
          isHidden = isSet(attributes['hidden']);
          column = -1;
          cells = [];
          break;
        case 'c':
          column = attributes['r'] ? parseColumn(attributes['r']) : column + 1;
          cell = { type: attributes['t'] ?? 'n', style: Number(attributes['s'] ?? -1), text: '', isFormula: false };
          break;
        case 'f':
          cell.isFormula = true;
          break;
        case 'col':
          if (isSet(attributes['hidden'])) for (const index of parseColumnRange(attributes)) onHidden(index);
          break;
        case 'rPh':
          isReading = true;
          break;
        case 'v':
        case 't':
          isText = !isReading;
          break;
      }
    },
    text: part => {
      if (isText) cell.text = appendPart(cell.text, part);
    },
    close: tag => {
      switch (tag) {
        case 'v':
        case 't':
          isText = false;
          break;
        case 'rPh':
          isReading = false;
          break;
        case 'c': {
          const value = parseCellValue(cell, book);
          if (value !== null && column < MAX_COLUMNS) cells[column] = value;
          break;
        }
        case 'row':
          if (cells.length > 0) onRow({ row, cells, ...(isHidden && { isHidden }) });
          break;
      }
    },
  };
};

interface RawCell {
  type: string;
  style: number;
  text: string;
  isFormula: boolean;
}
const emptyCell: RawCell = { type: 'n', style: -1, text: '', isFormula: false };

const isSet = (attribute: string | undefined): boolean => attribute === '1' || attribute === 'true';

const parseColumnRange = ({ min, max }: Record<string, string>): number[] => {
  const [firstColumn, lastColumn] = [Math.max(1, Number(min)), Math.min(Number(max), MAX_COLUMNS)];
  return Array.from(
    { length: lastColumn >= firstColumn ? lastColumn - firstColumn + 1 : 0 },
    (_, index) => firstColumn - 1 + index,
  );
};

const parseNextRow = (previous: number, reference: string | undefined): number => {
  const row = reference === undefined ? previous + 1 : Number(reference);
  if (!Number.isInteger(row) || row <= previous || row > MAX_ROW_NUMBER) throw new TableRefusal('damaged');
  return row;
};

const parseColumn = (reference: string): number => {
  let column = 0;
  for (const letter of reference) {
    const digit = letter.charCodeAt(0) - 64;
    if (digit < 1 || digit > 26) break;
    column = column * 26 + digit;
  }
  if (column < 1 || column > 16_384) throw new TableRefusal('damaged');
  return column - 1;
};

const parseCellValue = ({ type, style, text, isFormula }: RawCell, book: WorkbookData): Cell => {
  if (text === '' && isFormula && type !== 'str') return { error: NO_FORMULA_VALUE };
  switch (type) {
    case 's':
      return getStringAt(book.strings, text);
    case 'str':
    case 'inlineStr':
      return decodeOoxmlEscapes(text) || null;
    case 'b':
      return text === '' ? null : text === '1' || text === 'true';
    case 'e':
      return { error: text };
    case 'd':
      return /^\d{4}-\d\d-\d\d/.test(text) ? { day: text.slice(0, 10) } : text || null;
    default:
      return toNumberCell(text, style, book);
  }
};

const getStringAt = (strings: readonly string[], text: string): string | null => {
  if (text === '') return null;
  const sharedString = strings[Number(text)];
  if (sharedString === undefined) throw new TableRefusal('damaged');
  return sharedString || null;
};

const toNumberCell = (text: string, style: number, { styles, is1904 }: WorkbookData): Cell => {
  if (text.trim() === '') return null;
  const value = Number(text);
  if (!Number.isFinite(value)) return text;
  if (styles.days.has(style)) return toDay(value, is1904) ?? value;
  const measure = styles.measures.get(style);
  return measure ? { amount: value, ...measure } : value;
};

const MAX_DATE_SERIAL = 2_958_465;

/**
 * Converts a serial date. Serial 60 is 29 February 1900, which never existed, so dates before and after it need
 * different epochs.
 */
const toDay = (serial: number, is1904: boolean): { day: string } | null => {
  const days = Math.floor(serial);
  if (days < (is1904 ? 0 : 1) || days > MAX_DATE_SERIAL) return null;
  const base = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30);
  return { day: new Date(base + days * 86_400_000).toISOString().slice(0, 10) };
};

/** Decodes `_x000D_` and the like, which stand for characters that XML cannot contain (ECMA-376, 22.9.2.19). */
export const decodeOoxmlEscapes = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
