import { type RefObject, useEffect, useRef } from 'react';

/** What had the focus last. */
let last: Element | null = null;
document.addEventListener('focusin', ({ target }) => {
  last = target instanceof Element ? target : null;
});

/** Whether what had the focus is gone, or can have it no more; where nothing had it, nothing is lost. */
const isLost = (): boolean =>
  document.activeElement === document.body && last !== null && (!last.isConnected || last.matches(':disabled'));

/** Takes the focus of what gave way to this element, or to what it says now. */
export const useLostFocus = <E extends HTMLElement>(content?: unknown): RefObject<E | null> => {
  const taker = useRef<E>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was pressed goes with what is said anew
  useEffect(() => {
    if (isLost()) taker.current?.focus({ preventScroll: true });
  }, [content]);
  return taker;
};
