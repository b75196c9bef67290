import type { FilledCell, ParseError } from './parseResult.ts';
import { type Cell, isBlank } from './row.ts';

interface ColumnReading {
  index: number;
  header: string;
  /** Accepts almost any text, so a match is no evidence. */
  takesAnyText: boolean;
  read: (cell: FilledCell) => { text?: string };
}

type RowCells = readonly (Cell | undefined)[];

/**
 * Looks for shifted cells as the cause of errors, because one explanation helps more than a message per cell: either
 * all values fit one column over, or a value fits the empty cell next to it.
 * @param faulty ascending indexes of the faulty columns
 */
export const findShift = (
  columns: readonly ColumnReading[],
  cells: RowCells,
  faulty: readonly number[],
): ParseError | null => {
  const [first = 0] = faulty;
  if (faulty.length === 1) {
    const neighbour = columns[[first - 1, first + 1].find(at => fitsNeighbour(columns, cells, first, at)) ?? -1];
    return neighbour ? { kind: 'neighbour', values: { header: neighbour.header } } : null;
  }
  if (fitsShifted(columns, cells, first, 1)) return { kind: 'shiftedRight' };
  // A left shift has overwritten the value of the first faulty column, so compare from the next one.
  return fitsShifted(columns, cells, first + 1, -1) ? { kind: 'shiftedLeft' } : null;
};

const isAccepted = ({ read }: ColumnReading, cell: Cell | undefined): boolean =>
  read(cell as FilledCell).text === undefined;

const fitsNeighbour = (columns: readonly ColumnReading[], cells: RowCells, from: number, to: number): boolean => {
  const [own, neighbour] = [columns[from], columns[to]];
  if (!own || !neighbour || neighbour.takesAnyText || !isBlank(cells[neighbour.index])) return false;
  return isAccepted(neighbour, cells[own.index]);
};

/**
 * Whether each column from an index on accepts its neighbour's value. Requires two non-empty values, since a single
 * match may be chance.
 */
const fitsShifted = (columns: readonly ColumnReading[], cells: RowCells, from: number, by: 1 | -1): boolean => {
  let filled = 0;
  for (let at = from; at < columns.length; at += 1) {
    const column = columns[at] as ColumnReading;
    const cell = cells[columns[at + by]?.index ?? column.index + by];
    if (isBlank(cell)) continue;
    if (!isAccepted(column, cell)) return false;
    filled += 1;
  }
  return filled > 1;
};
