import type { ServerDeps } from '../../http/deps.ts';
import { pollSource } from './pollSource.ts';
import { claimReading, releaseReadings } from './readings.ts';

const CHECK_INTERVAL_MS = 5000;
/** How many sources a process reads at the same time, so that a slow address does not hold up the others. */
const MAX_READINGS = 3;

/** Reads sources one after another until none is due. */
export const runDueReadings = async (
  deps: ServerDeps,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> => {
  while (!signal.aborted) {
    const reading = await claimReading(deps);
    if (!reading) return;
    await pollSource(deps, reading, signal);
  }
};

/**
 * Reads sources when they are due, including those that became due while the server was down.
 * @returns a function that stops it
 */
export const startSchedules = async (deps: ServerDeps): Promise<() => Promise<void>> => {
  if (deps.databaseKind === 'embedded') await releaseReadings(deps.db);
  const abortController = new AbortController();
  const active = new Set<Promise<void>>();
  const check = () => {
    if (active.size >= MAX_READINGS) return;
    const readingPromise = runDueReadings(deps, abortController.signal)
      .catch((error: unknown) => deps.log.error('schedules of imports', error))
      .finally(() => active.delete(readingPromise));
    active.add(readingPromise);
  };
  const timer = setInterval(check, CHECK_INTERVAL_MS).unref();
  return async () => {
    clearInterval(timer);
    abortController.abort(new Error('the server stops'));
    await Promise.all(active);
  };
};
