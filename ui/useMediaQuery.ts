import { useCallback, useSyncExternalStore } from 'react';

export const useMediaQuery = (query: string): boolean => {
  const follow = useCallback(
    (changed: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(follow, () => window.matchMedia(query).matches);
};

/** Decides about hints to drag, because a finger drags nothing from elsewhere into the page. */
export const useIsTouch = (): boolean => useMediaQuery('(pointer: coarse)');
