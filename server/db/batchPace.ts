import { setTimeout as delay } from 'node:timers/promises';
import type { ServerDeps } from '../http/deps.ts';
import { inSpan } from '../tracing/span.ts';
import type { DatabaseKind } from './database.ts';

interface BatchPace {
  /** Maximum rows per batch. */
  rows: number;
  /** The same for an import, whose batches need less time for each row than for themselves. */
  importedRows: number;
  /** The maximum duration of a batch, in ms. After a longer batch, the batch size is reduced. */
  maxMs: number;
  /** The pause after each batch, as a share of the batch's duration, so that other calls can use the database. */
  rest: number;
}

/**
 * How bulk work shares the database. The embedded database has one connection: without a pause, a call with three
 * queries would wait for three batches. PostgreSQL serves other calls at the same time, and larger batches save round
 * trips.
 */
export const batchPace: Readonly<Record<DatabaseKind, BatchPace>> = {
  embedded: { rows: 200, importedRows: 250, maxMs: 100, rest: 0.25 },
  postgres: { rows: 1000, importedRows: 1000, maxMs: 300, rest: 0 },
};

const pauseAfter = (databaseKind: DatabaseKind, took: number): Promise<void> =>
  delay(batchPace[databaseKind].rest * took);

/** Runs a batch, then pauses. For work whose batches are not known in advance. */
export const withPause = async <T>(
  { databaseKind }: Pick<ServerDeps, 'databaseKind'>,
  operation: () => Promise<T>,
): Promise<T> => {
  const startedAt = performance.now();
  const result = await inSpan('batch', {}, operation);
  await pauseAfter(databaseKind, performance.now() - startedAt);
  return result;
};

/** The smallest batch, as a share of `rows`. In a smaller batch, the fixed cost would exceed the cost of its rows. */
const MIN_BATCH_SHARE = 0.25;

/**
 * Works in batches with pauses between them, so that other requests are not starved. The batch size follows the
 * measured duration, because the same rows take several times as long on a busy machine.
 */
export const runInBatches = async <T>(
  { databaseKind, requireRoom }: Pick<ServerDeps, 'databaseKind' | 'requireRoom'>,
  items: readonly T[],
  runBatch: (batch: readonly T[]) => Promise<void>,
): Promise<void> => {
  const { rows, maxMs } = batchPace[databaseKind];
  let size = rows;
  for (let start = 0; start < items.length; ) {
    const startedAt = performance.now();
    await requireRoom?.();
    const batch = items.slice(start, start + size);
    await inSpan('batch', { attributes: { 'vitrina.batch.size': batch.length } }, () => runBatch(batch));
    const took = performance.now() - startedAt;
    start += size;
    size = Math.min(rows, Math.max(rows * MIN_BATCH_SHARE, Math.floor((size * maxMs) / took)));
    if (start < items.length) await pauseAfter(databaseKind, took);
  }
};
