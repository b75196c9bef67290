import { and, inArray, notInArray, type SQL, sql } from 'drizzle-orm';
import { queryRows } from '../db/database.ts';
import type { RunKind } from '../db/runsSchema.ts';
import { runs } from '../db/schema.ts';
import type { ServerDeps } from '../http/deps.ts';
import { createTakeover, isWorker, type ResumeRun, releaseRun, type TakeoverEngine } from './createTakeover.ts';
import { startSweeps } from './startSweeps.ts';
import { SILENCE_MS } from './takeoverTimes.ts';
import type { createUnendedRunTracker } from './unendedRuns.ts';

export const silentRunCondition: SQL = sql`${runs.heartbeat_at} < now() - make_interval(secs => ${SILENCE_MS / 1000})`;

interface SweptKind {
  name: string;
  store: { kind: RunKind; isActive: SQL };
  maintain?: (deps: ServerDeps, signal: AbortSignal) => Promise<unknown>;
  resume: ResumeRun;
}

interface SweepEngine<Run> extends Omit<TakeoverEngine, keyof SweptKind> {
  unended: ReturnType<typeof createUnendedRunTracker<Run>>;
}

/** Resumes or ends runs whose process has died. */
export const createDeadRunSweep = <Run>(
  { name, store, maintain, resume }: SweptKind,
  { unended, ...engine }: SweepEngine<Run>,
) => {
  const { getOwnAttempts, createErrorHandler, endRuns } = engine;
  const { takeOver } = createTakeover({ name, resume, ...engine });

  const failSilentRuns = async (deps: ServerDeps): Promise<void> => {
    await unended.endAll(deps);
    if (!isWorker(deps)) return;
    const silentCondition = sql`${store.isActive} and ${silentRunCondition}`;
    // A locked row is being written right now, so its process is alive.
    const silentRuns = await queryRows<{ id: number }>(
      deps.db,
      sql`select id from ${runs} where ${silentCondition} for update skip locked`,
    );
    const ids = silentRuns.map(({ id }) => id).filter(id => !unended.has(deps, id) && !getOwnAttempts(deps).has(id));
    if (ids.length > 0) await carryOnOrEnd(deps, and(silentCondition, inArray(runs.id, ids)) as SQL);
  };

  const carryOnOrEnd = async (deps: ServerDeps, silentCondition: SQL): Promise<void> => {
    const takenOverIds = await takeOver(deps, silentCondition);
    await endRuns(deps, and(silentCondition, notInArray(runs.id, takenOverIds)) as SQL, { reason: 'lost' });
  };

  /** @returns a function that stops this process's runs and its upkeep */
  const startSweep = (deps: ServerDeps, endDead: (deps: ServerDeps) => Promise<void>) => {
    const handleError = (error: unknown): false => createErrorHandler(deps)(error) ?? false;
    const upkeepController = new AbortController();
    const runUpkeep = () =>
      Promise.resolve(isWorker(deps) ? maintain?.(deps, upkeepController.signal) : undefined).catch(
        createErrorHandler(deps),
      );
    const stopSweeps = startSweeps(deps, {
      kind: store.kind,
      takeOver: () => endDead(deps).then(() => true, handleError),
      maintain: runUpkeep,
    });
    const stopOwnAttempts = async () => {
      for (const [id, { stop, attempt }] of getOwnAttempts(deps)) {
        await stop();
        await releaseRun(deps, store.kind, { id, attempt }).catch(createErrorHandler(deps));
      }
    };
    return async () => {
      upkeepController.abort(new Error('the server stops'));
      const sweepsEnded = stopSweeps();
      await unended.endAll(deps);
      await stopOwnAttempts();
      // A takeover that was under way may have begun another one.
      await sweepsEnded;
      await stopOwnAttempts();
    };
  };

  return {
    failSilent: failSilentRuns,
    /**
     * Resumes the runs of a stopped server, or ends runs that cannot be resumed. Call it once at startup. With the
     * embedded database, no other process exists, so all active runs are dead. On PostgreSQL, only runs without a
     * heartbeat are dead. Upkeep may take long and is not awaited.
     * @returns a function that stops this process's runs when the server closes
     */
    recover: async (deps: ServerDeps): Promise<() => Promise<void>> => {
      const isOnlyServer = deps.databaseKind === 'embedded';
      if (isWorker(deps)) await (isOnlyServer ? carryOnOrEnd(deps, store.isActive) : failSilentRuns(deps));
      return startSweep(deps, isOnlyServer ? unended.endAll : failSilentRuns);
    },
  };
};
