import { vi } from 'vitest';

/**
 * Waits for something that may take long on a busy machine. Vitest's default timeout of one second would make the test
 * depend on speed.
 * @param interval milliseconds between two checks
 */
export const eventually = <T>(check: () => T | Promise<T>, interval = 50): Promise<T> =>
  vi.waitFor(check, { timeout: 60_000, interval });
