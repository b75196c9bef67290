import { type SQL, sql } from 'drizzle-orm';
import { queryRows } from '../db/database.ts';
import { runs } from '../db/schema.ts';
import type { ServerDeps } from '../http/deps.ts';
import type { RunAttempt } from './createTakeover.ts';
import { perServer } from './perServer.ts';
import { attemptCondition } from './runs.ts';

const HEARTBEAT_MS = 5000;

type ErrorHandler = (deps: ServerDeps) => (error: unknown) => null;

/** Logs errors of work that is not awaited, since they would otherwise be lost. */
export const createErrorLogger =
  (name: string): ErrorHandler =>
  deps =>
  error => {
    deps.log.error(name, error);
    return null;
  };

/** The ids of the runs that this process carries out. */
export const getCarriedRuns = perServer(() => new Set<number>());

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
    }, HEARTBEAT_MS).unref();
    getCarriedRuns(deps).add(id);
    try {
      return await operation();
    } finally {
      getCarriedRuns(deps).delete(id);
      clearInterval(timer);
      // If a heartbeat were written after the run has been released, other processes could not take the run over.
      await lastHeartbeat;
    }
  };
