import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import { eq, lt, ne, or, sql } from 'drizzle-orm';
import { BUILD } from '#contract/limits.ts';
import type { Database } from '../db/database.ts';
import { processes, requestHours } from '../db/schema.ts';
import type { ServerDeps } from '../http/deps.ts';
import { listCarriedRuns } from '../jobs/heartbeat.ts';
import { perServer } from '../jobs/perServer.ts';
import { getRequestCounts } from './requestCounts.ts';

const INTERVAL_MS = 15_000;

/** What a process writes about itself. */
export const getOwnProcess = perServer(() => ({
  id: randomUUID(),
  host: hostname(),
  pid: process.pid,
  build: BUILD,
  started_at: new Date(Date.now() - process.uptime() * 1000),
}));

const getUtilization = perServer((): { last?: EventLoopUtilization } => ({}));

/** The share of the time since the last call, or at first since the start, in which the process was busy, 0 to 1. */
const measureBusyShare = (deps: ServerDeps): number => {
  const state = getUtilization(deps);
  const now = performance.eventLoopUtilization();
  const { utilization } = state.last ? performance.eventLoopUtilization(now, state.last) : now;
  state.last = now;
  return Number.isFinite(utilization) ? utilization : 0;
};

/** Renews the row of this process, and adds its counts to those of all others. */
export const writeProcessRecord = async (deps: ServerDeps): Promise<void> => {
  const state = {
    roles: deps.config.roles.join(),
    seen_at: sql`now()`,
    memory: process.memoryUsage.rss(),
    busy: measureBusyShare(deps),
    runs: listCarriedRuns(deps),
  };
  await deps.db
    .insert(processes)
    .values({ ...getOwnProcess(deps), ...state })
    .onConflictDoUpdate({ target: processes.id, set: state });
  await storeRequestCounts(deps);
  await forgetOld(deps);
};

const storeRequestCounts = async (deps: ServerDeps): Promise<void> => {
  const counts = getRequestCounts(deps);
  const taken = counts.take();
  if (taken.length === 0) return;
  try {
    await addRequestHours(deps.db, taken);
  } catch (error) {
    for (const count of taken) counts.add(count);
    throw error;
  }
};

const addRequestHours = (db: Database, rows: (typeof requestHours.$inferInsert)[]) =>
  db
    .insert(requestHours)
    .values(rows)
    .onConflictDoUpdate({
      target: requestHours.at,
      set: {
        requests: sql`${requestHours.requests} + excluded.requests`,
        failed: sql`${requestHours.failed} + excluded.failed`,
      },
    });

/** A process that was killed remains for an hour, so that an administrator can see that one is missing. */
const forgetOld = async (deps: ServerDeps): Promise<void> => {
  const isSilent = lt(processes.seen_at, sql`now() - interval '1 hour'`);
  // Only one process can use the embedded database.
  const isAnother = deps.databaseKind === 'embedded' ? ne(processes.id, getOwnProcess(deps).id) : undefined;
  await deps.db.delete(processes).where(or(isSilent, isAnother));
  await deps.db.delete(requestHours).where(lt(requestHours.at, sql`now() - interval '2 days'`));
};

/** Writes the record of this process until it is stopped. An error is logged, since the database may be away. */
export const keepProcessRecord = (deps: ServerDeps): (() => Promise<void>) => {
  let lastWrite: Promise<void> = Promise.resolve();
  const write = () => {
    lastWrite = lastWrite
      .then(() => writeProcessRecord(deps))
      .catch((error: unknown) => deps.log.error('the record of the process', error));
  };
  write();
  const timer = setInterval(write, INTERVAL_MS).unref();
  return async () => {
    clearInterval(timer);
    await lastWrite;
    await removeProcessRecord(deps).catch((error: unknown) => deps.log.error('the record of the process', error));
  };
};

/** Stores the last counts, too. */
const removeProcessRecord = async (deps: ServerDeps): Promise<void> => {
  await storeRequestCounts(deps);
  await deps.db.delete(processes).where(eq(processes.id, getOwnProcess(deps).id));
};
