import { and, eq, inArray, type SQL } from 'drizzle-orm';
import type { LogItem } from '#contract/importing.ts';
import type { Database } from '../db/database.ts';
import type { RunKind } from '../db/runsSchema.ts';
import { runs } from '../db/schema.ts';
import { inTransaction } from '../db/transaction.ts';
import { findSqlState } from '../db/violations.ts';
import { setActor } from '../drafts/author.ts';
import type { ServerDeps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';
import {
  collectNotified,
  emitNotificationsChange,
  type NewNotification,
  type NotifiedUsers,
  notify,
  readUserName,
} from '../realtime/notifications/notify.ts';
import { traceRun } from '../tracing/traceRun.ts';
import { runInLanguage } from '../translate.ts';
import {
  isLeftToOthers,
  isWorker,
  type OwnAttempt,
  type ResumeRun,
  type RunAttempt,
  releaseRun,
  takeDeathBack,
} from './createTakeover.ts';
import { createDeadRunSweep } from './deadRunSweep.ts';
import { createErrorLogger, createHeartbeat } from './heartbeat.ts';
import { perServer } from './perServer.ts';
import { activeStatuses, attemptCondition, type createRunStore, type NewLogLine, readLanguage } from './runs.ts';
import { createUnendedRunTracker } from './unendedRuns.ts';

export type EndReason = 'canceled' | 'failed' | 'lost' | 'restored' | 'diskFull';

/** What it takes to end runs, which a command does without a server. */
export type EndDeps = Pick<ServerDeps, 'db' | 'clock' | 'realtime' | 'author'>;

/** Another process or user has ended the run, so this process must not write anything more. */
export class RunEndedError extends Error {}

interface RunHead {
  id: number;
  user: { id: number };
}

type EngineLogLine = Pick<LogItem, 'seq' | 'level' | 'text'>;

type RunStore<Run, Item extends EngineLogLine> = Pick<
  ReturnType<typeof createRunStore<Run, Item, Record<string, number>, object>>,
  'kind' | 'isActive' | 'read' | 'readRun' | 'readActiveRun' | 'move' | 'writeLog'
>;

interface RunSettings<Run extends RunHead, Item extends EngineLogLine> {
  name: string;
  store: RunStore<Run, Item>;
  lastLine: (tx: Database, run: Run, reason: EndReason) => string | Promise<string>;
  /** Runs in the same transaction as the end of the run, so that neither is stored without the other. */
  undo?: (tx: Database, ids: readonly number[]) => Promise<void>;
  emitEnd: (deps: EndDeps, run: Run, item: Item, reason: EndReason) => void;
  notice: (run: Run, actorName: string | null) => NewNotification;
  /** `signal` is aborted when the server stops, which waits for this. */
  maintain?: (deps: ServerDeps, signal: AbortSignal) => Promise<unknown>;
  resume: ResumeRun;
}

interface RunWork<Run> {
  /**
   * Does the work while the engine sends heartbeats. `signal` is aborted when the run is ended, so that the work stops
   * too.
   */
  execute: (signal: AbortSignal) => Promise<unknown>;
  /**
   * Work that locks the run's row and therefore needs no heartbeat. What it does afterwards has to end when `signal` is
   * aborted, because a server that stops waits for it.
   */
  finish?: (signal: AbortSignal) => Promise<unknown>;
  /** Called before the run ends with a failure, because the end of the run must be the last event. */
  flush?: () => Promise<unknown>;
  close?: () => Promise<unknown> | void;
  getReason?: (error: unknown) => EndReason;
  run: Run;
  attempt?: number;
}

interface EndOptions {
  reason: EndReason;
  userId?: number;
}

/** Another process may have started a run at the same moment. Only the unique index detects this. */
export const isAlreadyRunningError = (error: unknown): boolean => findSqlState(error) === '23505';

export const toAlreadyRunningError = (error: unknown, message: string): unknown =>
  isAlreadyRunningError(error) ? new ApiFailure('conflict', { message }) : error;

const createRunEndings = <Run extends RunHead, Item extends EngineLogLine>({
  store,
  lastLine,
  undo,
  emitEnd,
  notice,
}: RunSettings<Run, Item>) => {
  const notifyOfEnd = async (tx: Database, notifiedUsers: NotifiedUsers, run: Run, userId: number | null = null) => {
    if (userId !== run.user.id)
      await notify(tx, notifiedUsers, [run.user.id], notice(run, await readUserName(tx, userId)));
  };
  const endRuns = async (deps: EndDeps, silentCondition: SQL, { reason, userId }: EndOptions): Promise<Run[]> => {
    const notifiedUsers = collectNotified(deps.clock());
    const [targetStatus, level] =
      reason === 'canceled' ? (['canceled', 'warning'] as const) : (['failed', 'error'] as const);
    const sourceStatuses = targetStatus === 'canceled' ? (['processing'] as const) : activeStatuses;
    const endedRuns = await inTransaction(deps.db, async tx => {
      // Locks the runs before their logs, in the same order as their processes do, to prevent a deadlock.
      const ids = await store.move(tx, silentCondition, {
        from: sourceStatuses,
        to: targetStatus,
        at: notifiedUsers.at,
      });
      if (ids.length === 0) return [];
      await setActor(tx, deps.author);
      await undo?.(tx, ids);
      const endedRuns: { run: Run; items: Item[] }[] = [];
      for (const run of await store.read(tx, notifiedUsers.at, inArray(runs.id, ids))) {
        const locale = await readLanguage(tx, run.id);
        const line = { level, text: await runInLanguage(locale, () => lastLine(tx, run, reason)) };
        endedRuns.push({ run, items: await store.writeLog(tx, run.id, [line as unknown as NewLogLine<Item>]) });
        await notifyOfEnd(tx, notifiedUsers, run, userId);
      }
      return endedRuns;
    });
    emitNotificationsChange(deps, notifiedUsers.userIds);
    for (const { run, items } of endedRuns) for (const item of items) emitEnd(deps, run, item, reason);
    return endedRuns.map(({ run }) => run);
  };
  return { notifyOfEnd, endRuns };
};

const createOwnRuns = <Run extends RunHead, Item extends EngineLogLine>(
  { name, store }: RunSettings<Run, Item>,
  endRuns: (deps: ServerDeps, silentCondition: SQL, ending: EndOptions) => Promise<Run[]>,
) => {
  const getOwnAttempts = perServer(() => new Map<number, OwnAttempt>());
  const unended = createUnendedRunTracker<Run>();
  const handleError = createErrorLogger(name);
  const withHeartbeat = createHeartbeat(store.isActive, handleError);
  /** Leaves an attempt to others. That takes the database, so it is done as soon as that answers. */
  const giveUp = (deps: ServerDeps, attempt: RunAttempt): void =>
    unended.defer(deps, attempt.id, () => takeDeathBack(deps, attempt));

  const executeNow = async (
    deps: ServerDeps,
    { run, attempt = 1, ...job }: RunWork<Run>,
    abortController: AbortController,
  ): Promise<Run> => {
    const { id } = run;
    const silentCondition = attemptCondition(id, attempt);
    try {
      await withHeartbeat(
        deps,
        { id, attempt },
        () => job.execute(abortController.signal),
        () => abortController.abort(new RunEndedError()),
      );
      await job.finish?.(abortController.signal);
    } catch (error) {
      await job.flush?.();
      if (isLeftToOthers(deps, error)) {
        handleError(deps)(error);
        giveUp(deps, { id, attempt });
      } else if (!(error instanceof RunEndedError) && !abortController.signal.aborted) {
        const reason = job.getReason?.(error) ?? 'failed';
        const brokenRuns = await unended
          .end(deps, id, () => endRuns(deps, silentCondition, { reason }))
          .catch(handleError(deps));
        // An error after the end of the run is only a consequence, so it is not logged.
        if (brokenRuns?.length !== 0) handleError(deps)(error);
      }
    } finally {
      await job.close?.();
      getOwnAttempts(deps).delete(id);
    }
    return (await store.readRun(deps.db, id, deps.clock()).catch(handleError(deps))) ?? run;
  };

  /**
   * Carries out a run of this process, or leaves it to a worker if this process is none. Never rejects. @returns the run
   * as it ended, or as it was left
   */
  const carryOut = (deps: ServerDeps, job: RunWork<Run>): Promise<Run> => {
    if (!isWorker(deps))
      return leaveRun(deps, store.kind, job)
        .catch(handleError(deps))
        .then(() => job.run);
    const abortController = new AbortController();
    const done = traceRun(deps.tracing, name, job, recorded => executeNow(deps, recorded, abortController));
    const stop = async () => {
      abortController.abort(new RunEndedError());
      await job.close?.();
      await done;
    };
    getOwnAttempts(deps).set(job.run.id, { stop, attempt: job.attempt ?? 1 });
    return done;
  };
  return { getOwnAttempts, unended, createErrorHandler: handleError, withHeartbeat, giveUp, carryOut };
};

/** Without heartbeats, a worker finds the run even if this fails. */
const leaveRun = async (deps: ServerDeps, kind: RunKind, job: RunWork<RunHead>): Promise<void> => {
  const { run, attempt = 1, flush, close } = job;
  await flush?.();
  await close?.();
  await releaseRun(deps, kind, { id: run.id, attempt, isBegun: false });
};

/**
 * The engine for long runs: heartbeats, cancelling, ending, notifying, and cleaning up after dead processes. The state is
 * in the table, so that every process sees the same runs.
 */
export const createRunEngine = <Run extends RunHead, Item extends EngineLogLine>(kind: RunSettings<Run, Item>) => {
  const { name, store } = kind;
  const { notifyOfEnd, endRuns } = createRunEndings(kind);
  const ownRuns = createOwnRuns(kind, endRuns);
  const { getOwnAttempts, unended, createErrorHandler, withHeartbeat, carryOut } = ownRuns;
  const { failSilent: failSilentRuns, recover } = createDeadRunSweep(kind, { endRuns, ...ownRuns });

  return {
    notifyOfEnd,
    endRuns,
    createErrorHandler,
    withHeartbeat,
    carryOut,
    failSilent: failSilentRuns,
    recover,
    /**
     * Marks a run as finished and locks it.
     * @throws {RunEndedError} if it has been ended in the meantime, or is carried on by another process
     */
    finishRun: async (tx: Database, { id, attempt }: RunAttempt, timestamp: Date): Promise<void> => {
      const isCurrent = attemptCondition(id, attempt);
      const movedIds = await store.move(tx, isCurrent, { from: ['processing'], to: 'finished', at: timestamp });
      if (movedIds.length === 0) throw new RunEndedError(`${name} ${id} was ended`);
    },
    current: async (deps: ServerDeps): Promise<Run | null> => {
      await failSilentRuns(deps);
      return store.readActiveRun(deps.db, deps.clock());
    },
    /**
     * Ends a run. If the run belongs to this process, waits for its current step, so that the counts include this step.
     */
    stopAndEnd: async (
      deps: ServerDeps,
      id: number,
      ending: EndOptions,
      waitLimit: Promise<unknown>,
    ): Promise<Run[]> => {
      const ownAttempt = getOwnAttempts(deps).get(id);
      if (ownAttempt) await Promise.race([ownAttempt.stop(), waitLimit]);
      const end = () => endRuns(deps, and(store.isActive, eq(runs.id, id)) as SQL, ending);
      // A run of this process has been stopped, so it must be ended here. A run of another process may still finish.
      return ownAttempt ? unended.end(deps, id, end) : end();
    },
  };
};
