import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import type { Arrival } from '#ui/Heading.tsx';

/**
 * Tracks navigation for screen readers: the new page's heading may take focus, unless the user has interacted
 * meanwhile. Not on the first page, where the browser announces the document, nor when only the query changes.
 */
export const useArrival = (): Arrival => {
  const { pathname } = useLocation();
  const known = useRef(pathname);
  const left = useRef<string | null>(null);
  const isAwaited = useRef(false);
  // A layout effect, because it has to run before the effect of the heading.
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
