import { type SQL, sql } from 'drizzle-orm';
import { queryRows } from '../db/database.ts';
import { runs } from '../db/schema.ts';
import type { ServerDeps } from '../http/deps.ts';
import type { RunAttempt } from './createTakeover.ts';
import { perServer } from './perServer.ts';
import { attemptCondition } from './runs.ts';
import { HEARTBEAT_INTERVAL_MS } from './takeoverTimes.ts';

type ErrorHandler = (deps: ServerDeps) => (error: unknown) => null;

/** Logs errors of work that is not awaited, since they would otherwise be lost. */
export const createErrorLogger =
  (name: string): ErrorHandler =>
  deps =>
  error => {
    deps.log.error(name, error);
    return null;
  };

/** The attempts that have a heartbeat. A run that is resumed has two for a moment, so they are no set of ids. */
const getAttempts = perServer(() => new Set<Pick<RunAttempt, 'id'>>());

/** The ids of the runs that this process carries out. */
export const listCarriedRuns = (deps: ServerDeps): number[] => [...new Set([...getAttempts(deps)].map(({ id }) => id))];

export const createHeartbeat =
  (isActive: SQL, handleError: ErrorHandler) =>
  async <T>(
    deps: ServerDeps,
    { id, attempt }: RunAttempt,
    operation: () => Promise<T>,
    onEnded?: () => void,
  ): Promise<T> => {
    const sendHeartbeat = async () => {
      const [row] = await queryRows<{ is: boolean }>(
        deps.db,
        sql`update ${runs} set heartbeat_at = now() where ${attemptCondition(id, attempt)} returning ${isActive} as is`,
      );
      if (!row?.is) onEnded?.();
    };
    let lastHeartbeat: Promise<unknown> = Promise.resolve();
    const timer = setInterval(() => {
      lastHeartbeat = sendHeartbeat().catch(handleError(deps));
    }, HEARTBEAT_INTERVAL_MS).unref();
    const ownAttempt = { id };
    getAttempts(deps).add(ownAttempt);
    try {
      return await operation();
    } finally {
      getAttempts(deps).delete(ownAttempt);
      clearInterval(timer);
      // If a heartbeat were written after the run has been released, other processes could not take the run over.
      await lastHeartbeat;
    }
  };
