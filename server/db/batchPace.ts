import { setTimeout as delay } from 'node:timers/promises';
import type { Deps } from '../http/deps.ts';
import type { DatabaseKind } from './database.ts';

interface Pace {
  rows: number;
  /** Pause after each batch, as a share of the time it took, so that other calls can use the database. */
  rest: number;
}

/**
 * How long work shares the database. The embedded database has one connection: without a pause, a call with three queries
 * would wait for three batches. PostgreSQL serves other calls at the same time, and larger batches save it round trips.
 */
export const batchPace: Readonly<Record<DatabaseKind, Pace>> = {
  embedded: { rows: 200, rest: 0.25 },
  postgres: { rows: 1000, rest: 0 },
};

/** Works in batches with pauses between them, so that other requests are not starved. */
export const inBatches = async <T>(
  { databaseKind, requireRoom }: Pick<Deps, 'databaseKind' | 'requireRoom'>,
  items: readonly T[],
  work: (some: readonly T[]) => Promise<void>,
): Promise<void> => {
  const { rows, rest } = batchPace[databaseKind];
  for (let from = 0; from < items.length; from += rows) {
    const startedAt = performance.now();
    await requireRoom?.();
    await work(items.slice(from, from + rows));
    if (from + rows < items.length) await delay(rest * (performance.now() - startedAt));
  }
};
