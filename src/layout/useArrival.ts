import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import type { Arrival } from '#ui/Heading.tsx';

/**
 * How the page was come to. Its heading may take the focus once it has come, unless the person has done something
 * since; not with the first page of a visit, and not where only the query of an address changes.
 */
export const useArrival = (): Arrival => {
  const { pathname } = useLocation();
  const known = useRef(pathname);
  const left = useRef<string | null>(null);
  const isAwaited = useRef(false);
  // Before the effects of the pages, among which the heading's is.
  useLayoutEffect(() => {
    if (known.current === pathname) return;
    isAwaited.current = true;
    left.current = known.current;
    known.current = pathname;
  }, [pathname]);
  useEffect(() => {
    const act = () => {
      isAwaited.current = false;
    };
    for (const event of ['keydown', 'pointerdown']) document.addEventListener(event, act, true);
    return () => {
      for (const event of ['keydown', 'pointerdown']) document.removeEventListener(event, act, true);
    };
  }, []);
  return useMemo(
    () => ({
      take: () => {
        const isTaken = isAwaited.current;
        isAwaited.current = false;
        return isTaken;
      },
      from: () => left.current,
    }),
    [],
  );
};
