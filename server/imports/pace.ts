import type { DatabaseKind } from '../db/database.ts';

interface Pace {
  rows: number;
  /** Pause after each batch, as a share of the time it took, so that other calls can use the database. */
  rest: number;
}

/**
 * How a run shares the database. The embedded database has one connection: without a pause, a call with three queries
 * would wait for three batches. PostgreSQL serves other calls at the same time, and larger batches save it round trips.
 */
export const importPace: Readonly<Record<DatabaseKind, Pace>> = {
  embedded: { rows: 200, rest: 0.25 },
  postgres: { rows: 1000, rest: 0 },
};
