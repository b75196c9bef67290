import type { Fault, FilledCell } from './parsed.ts';
import { type Cell, isBlank } from './row.ts';

/** A column of a table as its cells are read. */
interface Reading {
  index: number;
  header: string;
  /** That a value fits it means nothing. */
  takesAnyText: boolean;
  /** `text`: what is wrong with it. */
  read: (cell: FilledCell) => { text?: string };
}

type Cells = readonly (Cell | undefined)[];

/**
 * Explains faults by a shift, which is more helpful than one message per cell: the row fits once it is moved by one column,
 * or a value fits the empty cell beside it. `faulty`: indexes of the faulty columns, ascending.
 */
export const findShift = (columns: readonly Reading[], cells: Cells, faulty: readonly number[]): Fault | null => {
  const [first = 0] = faulty;
  if (faulty.length === 1) {
    const beside = columns[[first - 1, first + 1].find(at => fitsBeside(columns, cells, first, at)) ?? -1];
    return beside ? { kind: 'neighbour', values: { header: beside.header } } : null;
  }
  if (fitsMoved(columns, cells, first, 1)) return { kind: 'shiftedRight' };
  // A shift to the left overwrote the first faulty column, so the comparison starts behind it.
  return fitsMoved(columns, cells, first + 1, -1) ? { kind: 'shiftedLeft' } : null;
};

const fits = ({ read }: Reading, cell: Cell | undefined): boolean => read(cell as FilledCell).text === undefined;

const fitsBeside = (columns: readonly Reading[], cells: Cells, from: number, to: number): boolean => {
  const [own, beside] = [columns[from], columns[to]];
  if (!own || !beside || beside.takesAnyText || !isBlank(cells[beside.index])) return false;
  return fits(beside, cells[own.index]);
};

/** Whether every column from an index on fits the value of its neighbour; at least two of the values are not empty. */
const fitsMoved = (columns: readonly Reading[], cells: Cells, from: number, by: 1 | -1): boolean => {
  let filled = 0;
  for (let at = from; at < columns.length; at += 1) {
    const column = columns[at] as Reading;
    const cell = cells[columns[at + by]?.index ?? column.index + by];
    if (isBlank(cell)) continue;
    if (!fits(column, cell)) return false;
    filled += 1;
  }
  return filled > 1;
};
