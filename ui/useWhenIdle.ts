import { useEffect } from 'react';

const MAX_WAIT_MS = 2000;

/** Defers work such as prefetching until the browser is idle, so that it does not delay rendering. */
export const useWhenIdle = (isReady: boolean, task: () => unknown): void => {
  useEffect(() => {
    if (!isReady) return undefined;
    // Safari supports it only since version 26.
    if (typeof window.requestIdleCallback !== 'function') {
      const timer = setTimeout(task, MAX_WAIT_MS);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(() => void task(), { timeout: MAX_WAIT_MS });
    return () => cancelIdleCallback(handle);
  }, [isReady, task]);
};
