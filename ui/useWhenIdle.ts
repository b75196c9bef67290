import { useEffect } from 'react';

/** Maximum wait for an idle period, in ms. */
const PATIENCE = 2000;

/** Defers work such as prefetching until the browser is idle, so that it does not delay rendering. */
export const useWhenIdle = (isReady: boolean, work: () => unknown): void => {
  useEffect(() => {
    if (!isReady) return undefined;
    // Safari supports it only since version 26.
    if (typeof window.requestIdleCallback !== 'function') {
      const timer = setTimeout(work, PATIENCE);
      return () => clearTimeout(timer);
    }
    const asked = requestIdleCallback(() => void work(), { timeout: PATIENCE });
    return () => cancelIdleCallback(asked);
  }, [isReady, work]);
};
