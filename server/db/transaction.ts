import type { Database } from './database.ts';
import { asFailure, sqlState } from './violations.ts';

const TRIES = 3;
/** PostgreSQL, appendix A: two writers that wait for each other, or one that came too late. */
const TRY_AGAIN = new Set(['40P01', '40001']);

/**
 * Runs work in one transaction, and once more when it lost against another writer.
 * @throws {ApiFailure} for a violated constraint.
 */
export const inTransaction = async <T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction(tx => work(tx));
    } catch (error) {
      if (tries === TRIES || !TRY_AGAIN.has(sqlState(error) ?? '')) throw asFailure(error);
    }
  }
};
