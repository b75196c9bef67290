import type { Part } from '#contract/system.ts';
import { DatabaseUnreachableError, isUnreachable } from '../db/outages.ts';
import { translate } from '../translate.ts';
import { withTimeout } from '../withTimeout.ts';
import type { ExplainError } from './explainError.ts';

/** In ms. The page is refreshed every 15 s, and several parts may have to be waited for. */
const TIMEOUT_MS = 3000;

class SilentPartError extends Error {}

/**
 * Reads the parts of the page, each within its time and without hindering the others. A part that takes longer is not
 * read a second time until the first reading has ended, so that a slow database is not kept busy by whoever watches it.
 */
export const createPartReader = () => {
  const underWay = new Map<string, Promise<unknown>>();
  const start = <T>(name: string, read: () => Promise<T>): Promise<T> => {
    const known = underWay.get(name) as Promise<T> | undefined;
    if (known) return known;
    const reading = read().finally(() => underWay.delete(name));
    underWay.set(name, reading);
    // Nobody may be waiting any more when it fails.
    reading.catch(() => {});
    return reading;
  };
  return async <T>(name: string, read: () => Promise<T>, explain: ExplainError): Promise<Part<T>> => {
    try {
      return { value: await withTimeout(start(name, read), TIMEOUT_MS, SilentPartError) };
    } catch (error) {
      if (error instanceof SilentPartError)
        return { error: translate('system.silent', { seconds: TIMEOUT_MS / 1000 }) };
      if (error instanceof DatabaseUnreachableError || isUnreachable(error))
        return { error: translate('system.databaseAway') };
      return { error: explain(error) };
    }
  };
};
