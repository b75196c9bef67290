import { type RefObject, useEffect, useRef } from 'react';

/** Tracked, because the browser reports `body` once the focused element has disappeared. */
let lastFocused: Element | null = null;
document.addEventListener('focusin', ({ target }) => {
  lastFocused = target instanceof Element ? target : null;
});

const isFocusLost = (): boolean =>
  document.activeElement === document.body &&
  lastFocused !== null &&
  (!lastFocused.isConnected || lastFocused.matches(':disabled'));

/** Moves the focus to this element when the focused control is replaced, or whenever `content` changes. */
export const useLostFocus = <E extends HTMLElement>(content?: unknown): RefObject<E | null> => {
  const focusTarget = useRef<E>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pressed control goes when the content changes
  useEffect(() => {
    if (isFocusLost()) focusTarget.current?.focus({ preventScroll: true });
  }, [content]);
  return focusTarget;
};
