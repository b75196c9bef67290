import { useCallback, useSyncExternalStore } from 'react';

/** Whether the window is as a media query says, `(max-width: 700px)` for example; draws again when that changes. */
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
