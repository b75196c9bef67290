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
 * Checks whether shifted cells are the cause of errors, because one explanation helps more than a message per cell.
 * Cells are shifted if all values fit the neighbouring columns, or if a value fits the empty cell next to it.
 * @param faultyIndexes ascending indexes of the faulty columns
 */
export const findShift = (
  columns: readonly ColumnReading[],
  cells: RowCells,
  faultyIndexes: readonly number[],
): ParseError | null => {
  const [first = 0] = faultyIndexes;
  if (faultyIndexes.length === 1) {
    const neighbour = columns[[first - 1, first + 1].find(index => fitsNeighbour(columns, cells, first, index)) ?? -1];
    return neighbour ? { kind: 'neighbour', values: { header: neighbour.header } } : null;
  }
  if (fitsShifted(columns, cells, first, 1)) return { kind: 'shiftedRight' };
  // A left shift has overwritten the value in the first faulty column, so the comparison starts with the next column.
  return fitsShifted(columns, cells, first + 1, -1) ? { kind: 'shiftedLeft' } : null;
};

const isAccepted = ({ read }: ColumnReading, cell: Cell | undefined): boolean =>
  read(cell as FilledCell).text === undefined;

const fitsNeighbour = (
  columns: readonly ColumnReading[],
  cells: RowCells,
  sourceIndex: number,
  targetIndex: number,
): boolean => {
  const [ownReading, neighbour] = [columns[sourceIndex], columns[targetIndex]];
  if (!ownReading || !neighbour || neighbour.takesAnyText || !isBlank(cells[neighbour.index])) return false;
  return isAccepted(neighbour, cells[ownReading.index]);
};

/**
 * Whether each column from an index on accepts its neighbour's value. Requires two non-empty values, since a single
 * match may be chance.
 */
const fitsShifted = (
  columns: readonly ColumnReading[],
  cells: RowCells,
  startIndex: number,
  direction: 1 | -1,
): boolean => {
  let filledCount = 0;
  for (let index = startIndex; index < columns.length; index += 1) {
    const column = columns[index] as ColumnReading;
    const cell = cells[columns[index + direction]?.index ?? column.index + direction];
    if (isBlank(cell)) continue;
    if (!isAccepted(column, cell)) return false;
    filledCount += 1;
  }
  return filledCount > 1;
};
