import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { useEvent } from 'react-admin';
import { flushSync } from 'react-dom';

interface DragOptions {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  onKeyUp: (event: KeyboardEvent<HTMLElement>) => void;
}

/**
 * Makes a handle move its item along a list by mouse, pen, touch and arrow keys. The item moves during the drag, so
 * that the order on the screen is always the order to be saved. `onMove` receives the new index, from 0; `onDone`
 * runs on release.
 */
export const useDrag = (index: number, onMove: (targetIndex: number) => void, onDone?: () => void): DragOptions => {
  const end = useRef<() => void>(undefined);
  useEffect(() => () => end.current?.(), []);
  const move = useEvent((handle: HTMLElement, targetIndex: number) => {
    if (targetIndex === index) return;
    // Moving an element in the document drops its focus, so the list renders now and the focus is restored at once.
    flushSync(() => onMove(targetIndex));
    handle.focus();
  });
  const done = useEvent(() => onDone?.());
  return {
    onPointerDown: event => {
      const handle = event.currentTarget;
      const followPointer = ({ clientY }: globalThis.PointerEvent) => move(handle, findIndexAt(handle, clientY));
      const stop = () => {
        end.current = undefined;
        window.removeEventListener('pointermove', followPointer);
        for (const eventName of ['pointerup', 'pointercancel']) window.removeEventListener(eventName, stop);
        done();
      };
      event.preventDefault();
      handle.focus();
      end.current?.();
      end.current = stop;
      window.addEventListener('pointermove', followPointer);
      for (const eventName of ['pointerup', 'pointercancel']) window.addEventListener(eventName, stop);
    },
    onKeyDown: event => {
      const step = ARROW_STEPS[event.key];
      if (!step) return;
      event.preventDefault();
      move(event.currentTarget, index + step);
    },
    // A key that is held down repeats. All its steps count as one move.
    onKeyUp: ({ key }) => key in ARROW_STEPS && done(),
  };
};

const ARROW_STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

const findIndexAt = (handle: HTMLElement, y: number): number => {
  const items = [...(handle.closest('ol')?.children ?? [])].map(item => item.getBoundingClientRect());
  const itemIndex = items.findIndex(({ bottom }) => y < bottom);
  return itemIndex < 0 ? items.length - 1 : itemIndex;
};
