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
  revealRow: (row: number) => void;
  onEnter: (cellPosition: CellPosition, cell: HTMLElement) => void;
  onSpace: (cellPosition: CellPosition) => void;
}

export const buildPositionKey = ({ row, column }: CellPosition): string => `${row} ${column}`;

/**
 * Roving focus for a grid. One cell is in the tab order, and keys move the focus to other cells, even in rows that are
 * not rendered yet.
 */
export const useGridKeys = (
  scroller: RefObject<HTMLElement | null>,
  { rows, columns, revealRow, onEnter, onSpace }: GridKeyOptions,
) => {
  const [focusedCell, setFocusedCell] = useState<CellPosition>({ row: 0, column: 0 });
  const focused = {
    row: Math.min(focusedCell.row, Math.max(0, rows - 1)),
    column: Math.min(focusedCell.column, columns - 1),
  };
  const isMoving = useRef(false);
  const cellAt = (cellPosition: CellPosition) =>
    scroller.current?.querySelector<HTMLElement>(`[data-place="${buildPositionKey(cellPosition)}"]`);
  // Runs after every render, because the target row may be rendered a few renders after the key press.
  useEffect(() => {
    if (!isMoving.current) return;
    const cell = cellAt(focused);
    if (!cell) return;
    isMoving.current = false;
    cell.focus();
  });
  const move = (delta: readonly [number, number]): void => {
    const clamp = (value: number, end: number) => Math.max(0, Math.min(end - 1, value));
    const next = { row: clamp(focused.row + delta[0], rows), column: clamp(focused.column + delta[1], columns) };
    isMoving.current = true;
    revealRow(next.row);
    setFocusedCell(next);
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
  return { focused, onKeyDown, focus: setFocusedCell };
};
