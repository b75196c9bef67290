import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { SLOWEST_LINE } from './uploadLimit.ts';

/** Durations in ms. */
export interface RequestPace {
  attempts: number;
  /** The pause before the second attempt; doubles with each further attempt, up to `longestDelay`. */
  firstDelay: number;
  longestDelay: number;
  /** Time limit of one attempt, which is longer by what its body takes on a line of `bytesPerMs`. */
  limit: number;
  bytesPerMs: number;
  /** Resolves a host to all its addresses, since each of them has to be checked. Replaced in tests. */
  lookup: (host: string) => Promise<LookupAddress[]>;
}

export const defaultPace: RequestPace = {
  attempts: 4,
  firstDelay: 1000,
  longestDelay: 30_000,
  limit: 60_000,
  bytesPerMs: SLOWEST_LINE,
  lookup: host => lookup(host, { all: true, verbatim: true }),
};

interface RetryOptions<E> {
  pace: RequestPace;
  signal: AbortSignal;
  /** Null if another attempt would fail too; otherwise the time in ms to wait at least, if any. */
  getRetry: (error: unknown) => { error: E; after?: number | undefined } | null;
  /** Called before each wait, so that a log can explain the delay; `wait` in ms. */
  onRetry?: (error: E, wait: number) => Promise<void>;
}

/**
 * Retries an operation that failed temporarily, with increasing pauses.
 * @throws the last failure; an AbortError when aborted
 */
export const retryTemporary = async <T, E>(
  operation: () => Promise<T>,
  { pace, signal, getRetry, onRetry }: RetryOptions<E>,
): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      signal.throwIfAborted();
      return await operation();
    } catch (error) {
      signal.throwIfAborted();
      const retry = getRetry(error);
      if (!retry || attempt >= pace.attempts) throw error;
      const wait = Math.max(retry.after ?? 0, Math.min(pace.longestDelay, pace.firstDelay * 2 ** (attempt - 1)));
      await onRetry?.(retry.error, wait);
      await delay(wait, undefined, { signal });
    }
  }
};

const HTTP_DATE = /^[A-Za-z]+, .+ GMT$/;

/**
 * Reads the header `Retry-After`, a number of seconds or an HTTP date (RFC 9110, 10.2.3). A date is compared with that of
 * the response, because the server's clock may differ from ours.
 * @returns ms
 */
export const parseRetryAfter = ({ 'retry-after': text = '', date = '' }: IncomingHttpHeaders): number | undefined => {
  if (/^\d{1,6}$/.test(text)) return Number(text) * 1000;
  const until = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(until)) return undefined;
  return Math.max(0, until - (Date.parse(date) || Date.now()));
};
