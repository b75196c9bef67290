import { setTimeout as delay } from 'node:timers/promises';
import type { Deps } from '../http/deps.ts';
import type { DatabaseKind } from './database.ts';

interface Pace {
  /** The most rows in a batch. */
  rows: number;
  /** How long a batch should take at most, in ms; one that takes longer is followed by a smaller one. */
  atMost: number;
  /** Pause after each batch, as a share of the time it took, so that other calls can use the database. */
  rest: number;
}

/**
 * How long work shares the database. The embedded database has one connection: without a pause, a call with three queries
 * would wait for three batches. PostgreSQL serves other calls at the same time, and larger batches save it round trips.
 */
export const batchPace: Readonly<Record<DatabaseKind, Pace>> = {
  embedded: { rows: 200, atMost: 100, rest: 0.25 },
  postgres: { rows: 1000, atMost: 300, rest: 0 },
};

const pauseAfter = (databaseKind: DatabaseKind, took: number): Promise<void> =>
  delay(batchPace[databaseKind].rest * took);

/** Performs a batch, then pauses. For work that does not know its batches beforehand. */
export const withPause = async <T>(
  { databaseKind }: Pick<Deps, 'databaseKind'>,
  work: () => Promise<T>,
): Promise<T> => {
  const startedAt = performance.now();
  const result = await work();
  await pauseAfter(databaseKind, performance.now() - startedAt);
  return result;
};

/** The smallest share of `rows` in a batch: each batch has a cost of its own, which would outgrow that of its rows. */
const MIN_BATCH_SHARE = 0.25;

/**
 * Works in batches with pauses between them, so that other requests are not starved. Their size follows the time that
 * they take, because the same rows take several times as long on a busy machine.
 */
export const runInBatches = async <T>(
  { databaseKind, requireRoom }: Pick<Deps, 'databaseKind' | 'requireRoom'>,
  items: readonly T[],
  work: (some: readonly T[]) => Promise<void>,
): Promise<void> => {
  const { rows, atMost } = batchPace[databaseKind];
  let size = rows;
  for (let from = 0; from < items.length; ) {
    const startedAt = performance.now();
    await requireRoom?.();
    await work(items.slice(from, from + size));
    const took = performance.now() - startedAt;
    from += size;
    size = Math.min(rows, Math.max(rows * MIN_BATCH_SHARE, Math.floor((size * atMost) / took)));
    if (from < items.length) await pauseAfter(databaseKind, took);
  }
};
