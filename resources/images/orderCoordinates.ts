import type { KeyboardCoordinateGetter } from '@dnd-kit/core';
import { sortableKeyboardCoordinates } from '@dnd-kit/sortable';

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** Where a key takes an image: left and right go on through the order, over the ends of its rows; up and down by what is seen. */
export const orderCoordinates =
  (ids: readonly number[]): KeyboardCoordinateGetter =>
  (event, options) => {
    const step = STEPS[event.code];
    if (!step) return sortableKeyboardCoordinates(event, options);
    event.preventDefault();
    const { over, droppableRects } = options.context;
    const next = ids[ids.indexOf(Number(over?.id ?? options.active)) + step];
    const place = next === undefined ? undefined : droppableRects.get(next);
    return place && { x: place.left, y: place.top };
  };
