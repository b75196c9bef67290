import type { Fault, FilledCell } from './parsed.ts';
import { type Cell, isBlank } from './row.ts';

interface Reading {
  index: number;
  header: string;
  /** Accepts almost any text, so a match is no evidence. */
  takesAnyText: boolean;
  read: (cell: FilledCell) => { text?: string };
}

type Cells = readonly (Cell | undefined)[];

/**
 * Looks for shifted cells as the cause of errors, because one explanation helps more than a message per cell: either
 * all values fit one column over, or a value fits the empty cell next to it.
 * @param faulty ascending indexes of the faulty columns
 */
export const findShift = (columns: readonly Reading[], cells: Cells, faulty: readonly number[]): Fault | null => {
  const [first = 0] = faulty;
  if (faulty.length === 1) {
    const beside = columns[[first - 1, first + 1].find(at => fitsBeside(columns, cells, first, at)) ?? -1];
    return beside ? { kind: 'neighbour', values: { header: beside.header } } : null;
  }
  if (fitsMoved(columns, cells, first, 1)) return { kind: 'shiftedRight' };
  // A left shift has overwritten the value of the first faulty column, so compare from the next one.
  return fitsMoved(columns, cells, first + 1, -1) ? { kind: 'shiftedLeft' } : null;
};

const fits = ({ read }: Reading, cell: Cell | undefined): boolean => read(cell as FilledCell).text === undefined;

const fitsBeside = (columns: readonly Reading[], cells: Cells, from: number, to: number): boolean => {
  const [own, beside] = [columns[from], columns[to]];
  if (!own || !beside || beside.takesAnyText || !isBlank(cells[beside.index])) return false;
  return fits(beside, cells[own.index]);
};

/**
 * Whether each column from an index on accepts its neighbour's value. Requires two non-empty values, since a single
 * match may be chance.
 */
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
