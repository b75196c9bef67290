import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { queryRows } from '../db/database.ts';
import { isUnreachable } from '../db/outages.ts';
import type { RunKind } from '../db/runsSchema.ts';
import { runs } from '../db/schema.ts';
import { isStoreUnreachable } from '../files/outages.ts';
import type { ServerDeps } from '../http/deps.ts';
import { activeStatuses, attemptCondition, contextOfRun, type RunContext, runInContextOfRun } from './runs.ts';

/**
 * Limits the deaths, so that a run that crashes its process is not resumed forever. A run that was released is resumed
 * however often, or else a deployment of several servers, one after another, would end it.
 */
const MAX_DEATHS = 3;
/** The heartbeat of a run that was released. */
const RELEASED: SQL = sql`to_timestamp(0)`;
const isReleased: SQL = sql`heartbeat_at = ${RELEASED}`;

/** A worker that takes a run as its first attempt begins what a web process has only prepared. */
export const FIRST_ATTEMPT = 1;

/** An attempt of one process to carry out a run. */
export interface RunAttempt {
  id: number;
  attempt: number;
}

/** An attempt of this process. */
export interface OwnAttempt {
  stop: () => Promise<void>;
  attempt: number;
}

export interface ResumeRun {
  /** Whether everything that is needed to resume a run still exists. */
  possibleCondition: SQL;
  /**
   * Resolves once the run has been resumed. @throws if resuming is impossible, in which case the run is ended, or if the
   * server stops while the work is prepared (`signal`), in which case it must not begin
   */
  carryOn: (deps: ServerDeps, attempt: RunAttempt, signal: AbortSignal) => Promise<unknown>;
}

/**
 * Whether a run that failed is left without heartbeats, so that whichever process reaches the database and the files
 * carries it on. The embedded database has a single process, which would wait for another in vain.
 */
export const isLeftToOthers = ({ databaseKind }: Pick<ServerDeps, 'databaseKind'>, error: unknown): boolean =>
  databaseKind === 'postgres' && (isUnreachable(error) || isStoreUnreachable(error));

/**
 * After an outage, whichever process takes the run over counts a death, or has counted it already. Takes this back, since
 * the process that has given the run up lives on.
 */
export const takeDeathBack = async ({ db }: ServerDeps, { id }: RunAttempt): Promise<void> =>
  void (await db
    .update(runs)
    .set({ deaths: sql`${runs.deaths} - 1` })
    .where(and(eq(runs.id, id), inArray(runs.status, [...activeStatuses]))));

/** Whether this process carries out runs, or leaves them to others. */
export const isWorker = ({ config }: Pick<ServerDeps, 'config'>): boolean => config.roles.includes('worker');

/**
 * Leaves a run to whichever worker takes it first.
 * @param isBegun false if this process has done nothing of it, so that its attempt does not count
 */
export const releaseRun = async (
  deps: ServerDeps,
  kind: RunKind,
  { id, attempt, isBegun = true }: RunAttempt & { isBegun?: boolean },
): Promise<void> => {
  const released = { heartbeat_at: RELEASED, attempt: isBegun ? attempt : attempt - 1 };
  await deps.db.update(runs).set(released).where(attemptCondition(id, attempt));
  deps.realtime.send({ waitingRun: kind });
};

/** @param take is called for each run that is left, so that it does not wait for the next sweep */
export const listenForWaitingRuns = (
  { realtime }: Pick<ServerDeps, 'realtime'>,
  kind: RunKind,
  take: () => unknown,
): (() => void) =>
  realtime.listen(message => {
    if ('waitingRun' in message && message.waitingRun === kind) take();
  });

export interface TakeoverEngine {
  name: string;
  resume: ResumeRun;
  getOwnAttempts: (deps: ServerDeps) => Map<number, OwnAttempt>;
  createErrorHandler: (deps: ServerDeps) => (error: unknown) => null;
  withHeartbeat: (deps: ServerDeps, attempt: RunAttempt, operation: () => Promise<unknown>) => Promise<unknown>;
  endRuns: (deps: ServerDeps, condition: SQL, ending: { reason: 'lost' }) => Promise<unknown>;
  giveUp: (deps: ServerDeps, attempt: RunAttempt) => void;
}

/** Resumes runs whose processes have died. */
export const createTakeover = ({
  name,
  resume,
  getOwnAttempts,
  createErrorHandler,
  withHeartbeat,
  endRuns,
  giveUp,
}: TakeoverEngine) => {
  const open = async (deps: ServerDeps, attempt: RunAttempt, carryOn: ResumeRun['carryOn']): Promise<void> => {
    const abortController = new AbortController();
    const runPromise = withHeartbeat(deps, attempt, () => carryOn(deps, attempt, abortController.signal)).catch(
      async (error: unknown) => {
        getOwnAttempts(deps).delete(attempt.id);
        if (abortController.signal.aborted) return;
        createErrorHandler(deps)(error);
        if (isLeftToOthers(deps, error)) return giveUp(deps, attempt);
        await endRuns(deps, attemptCondition(attempt.id, attempt.attempt), { reason: 'lost' }).catch(
          createErrorHandler(deps),
        );
      },
    );
    const stop = async () => {
      abortController.abort(new Error('the server stops'));
      await runPromise;
    };
    getOwnAttempts(deps).set(attempt.id, { stop, attempt: attempt.attempt });
    await runPromise;
  };
  return {
    /** @returns the ids of the runs that this process now carries out */
    takeOver: async (deps: ServerDeps, condition: SQL): Promise<number[]> => {
      const claimedRuns = await queryRows<RunAttempt & RunContext>(
        deps.db,
        sql`update ${runs} set heartbeat_at = now(), attempt = attempt + 1, deaths = deaths + (not ${isReleased})::integer
          where id in (select id from ${runs} where ${condition} and ${resume.possibleCondition}
            and (deaths < ${MAX_DEATHS} or ${isReleased}) for update skip locked)
          returning id, attempt, ${contextOfRun}`,
      );
      for (const { id, attempt, ...context } of claimedRuns)
        deps.backgroundTasks.run(name, () =>
          runInContextOfRun(context, () => open(deps, { id, attempt }, resume.carryOn)),
        );
      return claimedRuns.map(({ id }) => id);
    },
  };
};
