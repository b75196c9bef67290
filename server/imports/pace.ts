import type { DatabaseKind } from '../db/database.ts';

interface Pace {
  /** Rows in a batch. */
  rows: number;
  /** How long other calls have the database to themselves after a batch, in parts of the time that it took. */
  rest: number;
}

/**
 * How a run shares the database. The embedded one has a single connection in this very thread: a call of three queries
 * that comes during a batch would wait for three batches, were there no rest between them. A PostgreSQL serves
 * others at the same time, and fewer, larger batches save it the way there and back.
 */
export const importPace: Readonly<Record<DatabaseKind, Pace>> = {
  embedded: { rows: 200, rest: 0.25 },
  postgres: { rows: 1000, rest: 0 },
};
