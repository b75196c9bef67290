import type { KeyboardCoordinateGetter } from '@dnd-kit/core';
import { sortableKeyboardCoordinates } from '@dnd-kit/sortable';

const ARROW_STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** The target of an arrow key during a drag: left and right follow the order across rows, up and down the layout. */
export const createOrderCoordinates =
  (ids: readonly number[]): KeyboardCoordinateGetter =>
  (event, options) => {
    const step = ARROW_STEPS[event.code];
    if (!step) return sortableKeyboardCoordinates(event, options);
    event.preventDefault();
    const { over, droppableRects } = options.context;
    const next = ids[ids.indexOf(Number(over?.id ?? options.active)) + step];
    const nextRect = next === undefined ? undefined : droppableRects.get(next);
    return nextRect && { x: nextRect.left, y: nextRect.top };
  };
