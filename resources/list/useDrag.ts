import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { useEvent } from 'react-admin';
import { flushSync } from 'react-dom';

interface Drag {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  onKeyUp: (event: KeyboardEvent<HTMLElement>) => void;
}

/**
 * What makes a handle move its item along a list: by mouse, pen and finger, and by the arrow keys. The item
 * goes where the pointer is, so that what is seen is what is kept.
 * @param onMove takes the place to move to, from 0 among the items of the list
 * @param onDone told when the item is let go
 */
export const useDrag = (at: number, onMove: (to: number) => void, onDone?: () => void): Drag => {
  const end = useRef<() => void>(undefined);
  useEffect(() => () => end.current?.(), []);
  const move = useEvent((handle: HTMLElement, to: number) => {
    if (to === at) return;
    // An element that changes its place in the document loses the focus, and with it the next key.
    flushSync(() => onMove(to));
    handle.focus();
  });
  const done = useEvent(() => onDone?.());
  return {
    onPointerDown: event => {
      const handle = event.currentTarget;
      const follow = ({ clientY }: globalThis.PointerEvent) => move(handle, placeUnder(handle, clientY));
      const stop = () => {
        end.current = undefined;
        window.removeEventListener('pointermove', follow);
        for (const over of ['pointerup', 'pointercancel']) window.removeEventListener(over, stop);
        done();
      };
      event.preventDefault();
      handle.focus();
      end.current?.();
      end.current = stop;
      window.addEventListener('pointermove', follow);
      for (const over of ['pointerup', 'pointercancel']) window.addEventListener(over, stop);
    },
    onKeyDown: event => {
      const step = STEPS[event.key];
      if (!step) return;
      event.preventDefault();
      move(event.currentTarget, at + step);
    },
    // A key that is held moves on and on: what it comes to is one move.
    onKeyUp: ({ key }) => key in STEPS && done(),
  };
};

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** The place of the item that a height of the window falls on, the first or the last beyond the ends. */
const placeUnder = (handle: HTMLElement, y: number): number => {
  const items = [...(handle.closest('ol')?.children ?? [])].map(item => item.getBoundingClientRect());
  const under = items.findIndex(({ bottom }) => y < bottom);
  return under < 0 ? items.length - 1 : under;
};
