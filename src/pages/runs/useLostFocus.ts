import { type RefObject, useEffect, useRef } from 'react';

/** Takes the focus where nothing has it: what was pressed has given way to what it brought. */
export const useLostFocus = <E extends HTMLElement>(): RefObject<E | null> => {
  const taker = useRef<E>(null);
  useEffect(() => {
    if (document.activeElement === document.body) taker.current?.focus({ preventScroll: true });
  }, []);
  return taker;
};
