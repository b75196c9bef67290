import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import type { NavigationFocus } from '#ui/Heading.tsx';

/**
 * Tracks navigation for screen readers. The new page's heading may take the focus, unless the user has interacted with
 * the page in the meantime. This does not apply to the first page, where the browser announces the document, or if only
 * the query changes.
 */
export const useNavigationFocus = (): NavigationFocus => {
  const { pathname } = useLocation();
  const lastPathname = useRef(pathname);
  const previous = useRef<string | null>(null);
  const canFocus = useRef(false);
  // Uses a layout effect, because it has to run before the heading's effect.
  useLayoutEffect(() => {
    if (lastPathname.current === pathname) return;
    canFocus.current = true;
    previous.current = lastPathname.current;
    lastPathname.current = pathname;
  }, [pathname]);
  useEffect(() => {
    const loseFocus = () => {
      canFocus.current = false;
    };
    for (const event of ['keydown', 'pointerdown']) document.addEventListener(event, loseFocus, true);
    return () => {
      for (const event of ['keydown', 'pointerdown']) document.removeEventListener(event, loseFocus, true);
    };
  }, []);
  return useMemo(
    () => ({
      claim: () => {
        const isClaimed = canFocus.current;
        canFocus.current = false;
        return isClaimed;
      },
      previousPath: () => previous.current,
    }),
    [],
  );
};
