import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from './database.ts';
import { findSqlState, toApiFailure } from './violations.ts';

const MAX_ATTEMPTS = 3;
/** SQLSTATE of a deadlock and of a serialization failure (PostgreSQL, appendix A); both are worth retrying. */
const RETRYABLE_STATES = new Set(['40P01', '40001']);
/** Delay before the next attempt, in ms. Random, so that two conflicting transactions do not collide again. */
const RETRY_DELAY_MS = { least: 20, most: 200 };

/**
 * Runs `operation` in a transaction and retries it when it loses against a concurrent one, so it may run more than
 * once.
 * @throws {ApiFailure} for a constraint violation
 */
export const inTransaction = async <T>(db: Database, operation: (tx: Database) => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction(tx => operation(tx));
    } catch (error) {
      if (tries === MAX_ATTEMPTS || !RETRYABLE_STATES.has(findSqlState(error) ?? '')) throw toApiFailure(error);
    }
    await delay(RETRY_DELAY_MS.least + Math.random() * (RETRY_DELAY_MS.most - RETRY_DELAY_MS.least));
  }
};
