import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';

export interface CellPosition {
  row: number;
  column: number;
}

const arrowSteps: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-10, 0],
  PageDown: [10, 0],
};

interface GridKeyOptions {
  rows: number;
  columns: number;
  reveal: (row: number) => void;
  onEnter: (place: CellPosition, cell: HTMLElement) => void;
  onSpace: (place: CellPosition) => void;
}

export const buildPositionKey = ({ row, column }: CellPosition): string => `${row} ${column}`;

/** Roving focus for a grid: one cell is in the tab order, and keys move it, even to rows that are not rendered yet. */
export const useGridKeys = (
  scroller: RefObject<HTMLElement | null>,
  { rows, columns, reveal, onEnter, onSpace }: GridKeyOptions,
) => {
  const [place, setPlace] = useState<CellPosition>({ row: 0, column: 0 });
  const focused = { row: Math.min(place.row, Math.max(0, rows - 1)), column: Math.min(place.column, columns - 1) };
  const isMoving = useRef(false);
  const cellAt = (at: CellPosition) =>
    scroller.current?.querySelector<HTMLElement>(`[data-place="${buildPositionKey(at)}"]`);
  // Runs after every render, because the target row may be rendered a few renders after the key press.
  useEffect(() => {
    if (!isMoving.current) return;
    const cell = cellAt(focused);
    if (!cell) return;
    isMoving.current = false;
    cell.focus();
  });
  const move = (by: readonly [number, number]): void => {
    const clamp = (value: number, end: number) => Math.max(0, Math.min(end - 1, value));
    const next = { row: clamp(focused.row + by[0], rows), column: clamp(focused.column + by[1], columns) };
    isMoving.current = true;
    reveal(next.row);
    setPlace(next);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (!(event.target instanceof HTMLElement) || !event.target.dataset['place']) return;
    const step = arrowSteps[event.key];
    if (step) move(step);
    else if (event.key === 'Enter' || event.key === 'F2') onEnter(focused, event.target);
    else if (event.key === ' ') onSpace(focused);
    else return;
    event.preventDefault();
  };
  return { focused, onKeyDown, focus: setPlace };
};
