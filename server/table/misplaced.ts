import type { Kind } from '#contract/fields.ts';
import type { Fault, FilledCell } from './cells.ts';
import { type Cell, isBlank } from './row.ts';

/** A column of a table as its cells are read. */
interface Reading {
  index: number;
  header: string;
  kind: Kind;
  /** `text`: what is wrong with it. */
  read: (cell: FilledCell) => { text?: string };
}

type Cells = readonly (Cell | undefined)[];

/** Kinds that take nearly any value: that one fits them says nothing. */
const takesAnything: ReadonlySet<Kind> = new Set(['text', 'longText'] satisfies Kind[]);

/**
 * Why cells of a row are faulty, where it is that they stand in the wrong column: a row that fits once it is moved by one
 * column, or a value that fits the empty cell beside it. `faulty`: places of the faulty columns, ascending.
 */
export const misplaced = (columns: readonly Reading[], cells: Cells, faulty: readonly number[]): Fault | null => {
  const [first = 0] = faulty;
  if (faulty.length === 1) {
    const beside = columns[[first - 1, first + 1].find(at => fitsBeside(columns, cells, first, at)) ?? -1];
    return beside ? { kind: 'neighbour', values: { header: beside.header } } : null;
  }
  if (fitsMoved(columns, cells, first, 1)) return { kind: 'shiftedRight' };
  // What moved to the left took the place of a value that is gone.
  return fitsMoved(columns, cells, first + 1, -1) ? { kind: 'shiftedLeft' } : null;
};

const fits = ({ read }: Reading, cell: Cell | undefined): boolean => read(cell as FilledCell).text === undefined;

const fitsBeside = (columns: readonly Reading[], cells: Cells, from: number, to: number): boolean => {
  const [own, beside] = [columns[from], columns[to]];
  if (!own || !beside || takesAnything.has(beside.kind) || !isBlank(cells[beside.index])) return false;
  return fits(beside, cells[own.index]);
};

/** Whether every column from a place on fits what stands one column further; at least two have something there. */
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
