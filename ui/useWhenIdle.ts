import { useEffect } from 'react';

/** How long to wait at most for the browser to have nothing to do, in ms. */
const PATIENCE = 2000;

/** Does work that nobody waits for once the screen is ready and the browser has nothing else to do. */
export const useWhenIdle = (isReady: boolean, work: () => unknown): void => {
  useEffect(() => {
    if (!isReady) return undefined;
    // Safari has had it since version 26 only.
    if (typeof window.requestIdleCallback !== 'function') {
      const timer = setTimeout(work, PATIENCE);
      return () => clearTimeout(timer);
    }
    const asked = requestIdleCallback(() => void work(), { timeout: PATIENCE });
    return () => cancelIdleCallback(asked);
  }, [isReady, work]);
};
