import { vi } from 'vitest';

/**
 * Waits for something that a busy machine may take long to do; vitest's own second would make the test about time.
 * @param interval milliseconds between two checks
 */
export const eventually = <T>(check: () => T | Promise<T>, interval = 50): Promise<T> =>
  vi.waitFor(check, { timeout: 60_000, interval });
