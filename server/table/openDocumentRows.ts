import { amounts } from '#contract/fields/money.ts';
import { TableRefusal } from './refusal.ts';
import { type Cell, MAX_COLUMNS, MAX_ROW_NUMBER, MAX_TEXT_LENGTH, type TableRow } from './row.ts';
import type { XmlHandlers } from './xml.ts';

interface RowListeners {
  /** @param repeatCount number of equal rows starting with this one */
  onRow: (row: TableRow, repeatCount: number) => void;
  onHidden: (column: number) => void;
  onEnd: () => void;
}

type Attributes = Record<string, string>;

/** Parser callbacks for the rows of one sheet (0-based) in the content of an .ods file. */
export const createOpenDocumentHandlers = (
  sheetIndex: number,
  { onRow, onHidden, onEnd }: RowListeners,
): XmlHandlers => {
  let sheet = -1;
  let depth = 0;
  const rows = createRowCollector(onRow, onHidden);
  const textCollector = createTextCollector();
  const isInSheet = (): boolean => sheet === sheetIndex && depth === 1;
  return {
    open: (tag, attributes) => {
      if (tag === 'table') {
        depth += 1;
        if (depth === 1) sheet += 1;
      }
      if (!isInSheet()) return;
      if (isCell(tag)) textCollector.begin(attributes);
      else if (tag.startsWith('table-')) rows.open(tag, attributes);
      else textCollector.open(tag, attributes);
    },
    text: part => {
      if (isInSheet()) textCollector.write(part);
    },
    close: tag => {
      if (isInSheet()) {
        if (isCell(tag)) {
          const { attributes, text } = textCollector.end();
          rows.add(attributes, parseCellValue(attributes, text));
        }
        if (tag === 'annotation') textCollector.closeNote();
        if (tag === 'table-row') rows.close();
        if (tag === 'table') onEnd();
      }
      if (tag === 'table') depth -= 1;
    },
  };
};

const isCell = (tag: string): boolean => tag === 'table-cell' || tag === 'covered-table-cell';

/**
 * How often a row or cell is repeated. The last rows and cells of a sheet represent all the empty space up to its edge.
 */
const getRepeatCount = (attributes: Attributes, name: string, maxCount: number): number =>
  Math.min(maxCount, Math.max(1, Math.floor(Number(attributes[name] ?? 1)) || 1));

const getColumnRepeatCount = (attributes: Attributes): number =>
  getRepeatCount(attributes, 'table:number-columns-repeated', MAX_COLUMNS);

const createRowCollector = (onRow: RowListeners['onRow'], onHidden: RowListeners['onHidden']) => {
  let row = 0;
  let column = 0;
  let cells: (Cell | undefined)[] = [];
  let current: Attributes = {};
  const forEachColumn = (attributes: Attributes, handleColumn: (index: number) => void) => {
    const next = column + getColumnRepeatCount(attributes);
    for (let index = column; index < Math.min(next, MAX_COLUMNS); index += 1) handleColumn(index);
    column = next;
  };
  return {
    open: (tag: string, attributes: Attributes) => {
      if (tag === 'table-column') {
        const isHidden = (attributes['table:visibility'] ?? 'visible') !== 'visible';
        forEachColumn(attributes, index => isHidden && onHidden(index));
      }
      if (tag !== 'table-row') return;
      current = attributes;
      cells = [];
      column = 0;
    },
    add: (attributes: Attributes, value: Cell) =>
      forEachColumn(attributes, index => {
        if (value !== null) cells[index] = value;
      }),
    close: () => {
      const repeatCount = getRepeatCount(current, 'table:number-rows-repeated', MAX_ROW_NUMBER);
      const isHidden = ['collapse', 'filter'].includes(current['table:visibility'] ?? '');
      if (cells.length > 0) {
        if (row + repeatCount > MAX_ROW_NUMBER) throw new TableRefusal('damaged');
        onRow({ row: row + 1, cells, ...(isHidden && { isHidden }) }, repeatCount);
      }
      row += repeatCount;
    },
  };
};

/** Collects the text of a cell: its paragraphs with spaces and breaks, without attached notes. */
const createTextCollector = () => {
  let attributes: Attributes = {};
  let paragraphs: string[] = [];
  let noteDepth = 0;
  let length = 0;
  const write = (text: string) => {
    const last = paragraphs.length - 1;
    if (noteDepth > 0 || last < 0 || length > MAX_TEXT_LENGTH) return;
    length += text.length;
    paragraphs[last] += text;
  };
  return {
    begin: (cellAttributes: Attributes) => {
      attributes = cellAttributes;
      paragraphs = [];
      length = 0;
    },
    write,
    open: (tag: string, tagAttributes: Attributes) => {
      if (tag === 'annotation') noteDepth += 1;
      if (tag === 'p' && noteDepth === 0) paragraphs.push('');
      if (tag === 's') write(' '.repeat(getRepeatCount(tagAttributes, 'text:c', MAX_COLUMNS)));
      if (tag === 'tab') write('\t');
      if (tag === 'line-break') write('\n');
    },
    closeNote: () => {
      noteDepth -= 1;
    },
    end: () => {
      const text = paragraphs.join('\n');
      paragraphs = [];
      return { attributes, text };
    },
  };
};

const parseCellValue = (attributes: Attributes, text: string): Cell => {
  const number = Number(attributes['office:value']);
  switch (attributes['office:value-type']) {
    case 'float':
    case 'percentage':
      return Number.isFinite(number) ? number : text || null;
    case 'currency': {
      const currency = attributes['office:currency'] ?? amounts.limits.currency;
      return currency === amounts.limits.currency ? number : { amount: number, currency };
    }
    case 'date':
      return { day: (attributes['office:date-value'] ?? '').slice(0, 10) };
    case 'boolean':
      return attributes['office:boolean-value'] === 'true';
    default: {
      const cellText = attributes['office:string-value'] ?? text;
      return /^Err:\d{3}$/.test(cellText) ? { error: cellText } : cellText || null;
    }
  }
};
