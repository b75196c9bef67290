import { and, eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm';
import type { LogItem } from '#contract/importing.ts';
import { type Database, queryRows } from '../db/database.ts';
import { runs } from '../db/schema.ts';
import { inTransaction } from '../db/transaction.ts';
import { findSqlState, summarizeError } from '../db/violations.ts';
import { setActor } from '../drafts/author.ts';
import type { Deps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';
import {
  collectNotified,
  emitNotificationsChange,
  type NewNotification,
  type NotifiedUsers,
  notify,
  readUserName,
} from '../realtime/notifications/notify.ts';
import { runInLanguage } from '../translate.ts';
import { createTakeover, type OwnAttempt, type ResumeRun, type RunAttempt } from './createTakeover.ts';
import { perServer } from './perServer.ts';
import { activeStatuses, attemptCondition, type createRunStore, type NewLogLine, readLanguage } from './runs.ts';
import { createUnendedRunTracker } from './unendedRuns.ts';

export type EndReason = 'canceled' | 'failed' | 'lost' | 'diskFull';

/** Another process or user has ended the run, so this process must not write anything more. */
export class RunEndedError extends Error {}

interface RunHead {
  id: number;
  user: { id: number };
}

type EngineLogLine = Pick<LogItem, 'seq' | 'level' | 'text'>;

type RunStore<Run, Item extends EngineLogLine> = Pick<
  ReturnType<typeof createRunStore<Run, Item, Record<string, number>, object>>,
  'isActive' | 'read' | 'readRun' | 'readActiveRun' | 'move' | 'writeLog'
>;

interface RunSettings<Run extends RunHead, Item extends EngineLogLine> {
  name: string;
  store: RunStore<Run, Item>;
  lastLine: (tx: Database, run: Run, why: EndReason) => string | Promise<string>;
  /** Runs in the same transaction as the end of the run, so that neither is stored without the other. */
  undo?: (tx: Database, ids: readonly number[]) => Promise<void>;
  emitEnd: (deps: Deps, run: Run, item: Item, why: EndReason) => void;
  notice: (run: Run, by: string | null) => NewNotification;
  maintain?: (deps: Deps) => Promise<unknown>;
  resume?: ResumeRun;
}

interface RunWork<Run> {
  /** The work, with heartbeats meanwhile. `signal` is aborted when the run is ended, so that the work stops too. */
  work: (signal: AbortSignal) => Promise<unknown>;
  /** Work that locks the run's row and therefore needs no heartbeat. */
  finish?: () => Promise<unknown>;
  /** Called before the run ends with a failure, because its end must be the last event. */
  flush?: () => Promise<unknown>;
  close?: () => Promise<unknown> | void;
  why?: (error: unknown) => EndReason;
  run: Run;
  attempt?: number;
}

interface EndOptions {
  why: EndReason;
  by?: number;
}

const HEARTBEAT_MS = 5000;
/** Seconds without a heartbeat after which a run's process counts as dead. */
const SILENCE_SECONDS = 15;
const SWEEP_INTERVAL_MS = 5000;

export const silentRunCondition: SQL = sql`${runs.heartbeat_at} < now() - make_interval(secs => ${SILENCE_SECONDS})`;

/** Another process may have started a run at the same moment, which only the unique index notices. */
export const toAlreadyRunningError = (error: unknown, message: string): unknown =>
  findSqlState(error) === '23505' ? new ApiFailure('conflict', { message }) : error;

const createRunEndings = <Run extends RunHead, Item extends EngineLogLine>({
  store,
  lastLine,
  undo,
  emitEnd,
  notice,
}: RunSettings<Run, Item>) => {
  const notifyOfEnd = async (tx: Database, people: NotifiedUsers, run: Run, by: number | null = null) => {
    if (by !== run.user.id) await notify(tx, people, [run.user.id], notice(run, await readUserName(tx, by)));
  };
  const endRuns = async (deps: Deps, silentCondition: SQL, { why, by }: EndOptions): Promise<Run[]> => {
    const people = collectNotified(deps.clock());
    const [to, level] = why === 'canceled' ? (['canceled', 'warning'] as const) : (['failed', 'error'] as const);
    const from = to === 'canceled' ? (['processing'] as const) : activeStatuses;
    const ended = await inTransaction(deps.db, async tx => {
      // Locks the runs before their logs, in the same order as their processes do, to prevent a deadlock.
      const ids = await store.move(tx, silentCondition, { from, to, at: people.at });
      if (ids.length === 0) return [];
      await setActor(tx, deps.by);
      await undo?.(tx, ids);
      const ended: { run: Run; items: Item[] }[] = [];
      for (const run of await store.read(tx, people.at, inArray(runs.id, ids))) {
        const locale = await readLanguage(tx, run.id);
        const line = { level, text: await runInLanguage(locale, () => lastLine(tx, run, why)) };
        ended.push({ run, items: await store.writeLog(tx, run.id, [line as unknown as NewLogLine<Item>]) });
        await notifyOfEnd(tx, people, run, by);
      }
      return ended;
    });
    emitNotificationsChange(deps, people.userIds);
    for (const { run, items } of ended) for (const item of items) emitEnd(deps, run, item, why);
    return ended.map(({ run }) => run);
  };
  return { notifyOfEnd, endRuns };
};

type ErrorHandler = (deps: Deps) => (error: unknown) => null;

/** Logs errors of work that is not awaited, since they would otherwise be lost. */
const createErrorLogger =
  (name: string): ErrorHandler =>
  deps =>
  error => {
    deps.log.fault(name, summarizeError(error));
    return null;
  };

const createHeartbeat =
  (isActive: SQL, fault: ErrorHandler) =>
  async <T>(deps: Deps, { id, attempt }: RunAttempt, work: () => Promise<T>, ended?: () => void): Promise<T> => {
    const sendHeartbeat = async () => {
      const [row] = await queryRows<{ is: boolean }>(
        deps.db,
        sql`update ${runs} set heartbeat_at = now() where ${attemptCondition(id, attempt)} returning ${isActive} as is`,
      );
      if (!row?.is) ended?.();
    };
    const heart = setInterval(() => void sendHeartbeat().catch(fault(deps)), HEARTBEAT_MS).unref();
    try {
      return await work();
    } finally {
      clearInterval(heart);
    }
  };

const createOwnRuns = <Run extends RunHead, Item extends EngineLogLine>(
  { name, store }: RunSettings<Run, Item>,
  endRuns: (deps: Deps, silentCondition: SQL, ending: EndOptions) => Promise<Run[]>,
) => {
  const own = perServer(() => new Map<number, OwnAttempt>());
  const unended = createUnendedRunTracker<Run>();
  const fault = createErrorLogger(name);
  const withHeartbeat = createHeartbeat(store.isActive, fault);

  const executeNow = async (
    deps: Deps,
    { run, attempt = 1, ...job }: RunWork<Run>,
    ended: AbortController,
  ): Promise<Run> => {
    const { id } = run;
    const silentCondition = attemptCondition(id, attempt);
    try {
      await withHeartbeat(
        deps,
        { id, attempt },
        () => job.work(ended.signal),
        () => ended.abort(new RunEndedError()),
      );
      await job.finish?.();
    } catch (error) {
      await job.flush?.();
      if (!(error instanceof RunEndedError) && !ended.signal.aborted) {
        const why = job.why?.(error) ?? 'failed';
        const broken = await unended.end(deps, id, () => endRuns(deps, silentCondition, { why })).catch(fault(deps));
        // An error after the end of the run is only a consequence, so it is not logged.
        if (broken?.length !== 0) fault(deps)(error);
      }
    } finally {
      await job.close?.();
      own(deps).delete(id);
    }
    return (await store.readRun(deps.db, id, deps.clock()).catch(fault(deps))) ?? run;
  };

  /** Carries out a run of this process. Never rejects. @returns the ended run */
  const carryOut = (deps: Deps, job: RunWork<Run>): Promise<Run> => {
    const ended = new AbortController();
    const done = executeNow(deps, job, ended);
    const stop = async () => {
      ended.abort(new RunEndedError());
      await job.close?.();
      await done;
    };
    own(deps).set(job.run.id, { stop, attempt: job.attempt ?? 1 });
    return done;
  };
  return { own, unended, fault, withHeartbeat, carryOut };
};

type RunEndings<Run extends RunHead, Item extends EngineLogLine> = ReturnType<typeof createRunEndings<Run, Item>>;
type OwnRuns<Run extends RunHead, Item extends EngineLogLine> = ReturnType<typeof createOwnRuns<Run, Item>>;

/** Resumes or ends runs whose process has died. */
const createDeadRunSweep = <Run extends RunHead, Item extends EngineLogLine>(
  { name, store, maintain, resume }: RunSettings<Run, Item>,
  { endRuns, own, unended, fault, withHeartbeat }: Pick<RunEndings<Run, Item>, 'endRuns'> & OwnRuns<Run, Item>,
) => {
  const { takeOver, release } = createTakeover({ name, resume, own, fault, withHeartbeat, endRuns });

  const failSilentRuns = async (deps: Deps): Promise<void> => {
    await unended.endAll(deps);
    const silentCondition = sql`${store.isActive} and ${silentRunCondition}`;
    // A locked row is being written right now, so its process is alive.
    const silentRuns = await queryRows<{ id: number }>(
      deps.db,
      sql`select id from ${runs} where ${silentCondition} for update skip locked`,
    );
    const ids = silentRuns.map(({ id }) => id).filter(id => !unended.has(deps, id) && !own(deps).has(id));
    if (ids.length > 0) await carryOnOrEnd(deps, and(silentCondition, inArray(runs.id, ids)) as SQL);
  };

  const carryOnOrEnd = async (deps: Deps, silentCondition: SQL): Promise<void> => {
    const going = await takeOver(deps, silentCondition);
    await endRuns(deps, and(silentCondition, notInArray(runs.id, going)) as SQL, { why: 'lost' });
  };

  /** @returns a function that stops this process's runs */
  const startSweep = (deps: Deps, endDead: (deps: Deps) => Promise<void>) => {
    const runUpkeep = () => Promise.resolve(maintain?.(deps)).catch(fault(deps));
    const sweep = () => endDead(deps).catch(fault(deps)).then(runUpkeep);
    const timer = setInterval(() => void sweep(), SWEEP_INTERVAL_MS).unref();
    const stop = async () => {
      clearInterval(timer);
      await unended.endAll(deps);
      for (const [id, { stop, attempt }] of own(deps)) {
        if (!resume) await endRuns(deps, eq(runs.id, id), { why: 'lost' }).catch(fault(deps));
        await stop();
        if (resume) await release(deps, { id, attempt }).catch(fault(deps));
      }
    };
    return runUpkeep().then(() => stop);
  };

  return {
    failSilent: failSilentRuns,
    /**
     * Resumes the runs of a stopped server, or ends those that cannot be resumed; call it once at startup. With the
     * embedded database no other process exists, so all active runs are dead; on PostgreSQL only those without a
     * heartbeat are.
     * @returns a function that stops this process's runs when the server closes
     */
    recover: async (deps: Deps): Promise<() => Promise<void>> => {
      const isAlone = deps.databaseKind === 'embedded';
      await (isAlone ? carryOnOrEnd(deps, store.isActive) : failSilentRuns(deps));
      return startSweep(deps, isAlone ? unended.endAll : failSilentRuns);
    },
  };
};

/**
 * The engine for long runs: heartbeats, cancelling, ending, notifying, and cleaning up after dead processes. The state is
 * in the table, so that every process sees the same runs.
 */
export const createRunEngine = <Run extends RunHead, Item extends EngineLogLine>(kind: RunSettings<Run, Item>) => {
  const { name, store } = kind;
  const { notifyOfEnd, endRuns } = createRunEndings(kind);
  const ownOnes = createOwnRuns(kind, endRuns);
  const { own, unended, fault, withHeartbeat, carryOut } = ownOnes;
  const { failSilent: failSilentRuns, recover } = createDeadRunSweep(kind, { endRuns, ...ownOnes });

  return {
    notifyOfEnd,
    endRuns,
    fault,
    withHeartbeat,
    carryOut,
    failSilent: failSilentRuns,
    recover,
    /** Marks a run as finished and locks it. @throws {RunEndedError} when it was ended meanwhile */
    finishRun: async (tx: Database, id: number, at: Date): Promise<void> => {
      const moved = await store.move(tx, eq(runs.id, id), { from: ['processing'], to: 'finished', at });
      if (moved.length === 0) throw new RunEndedError(`${name} ${id} was ended`);
    },
    current: async (deps: Deps): Promise<Run | null> => {
      await failSilentRuns(deps);
      return store.readActiveRun(deps.db, deps.clock());
    },
    /** Ends a run; if it belongs to this process, waits for its current step, so that the counts include it. */
    stopAndEnd: async (deps: Deps, id: number, ending: EndOptions, patience: Promise<unknown>): Promise<Run[]> => {
      const mine = own(deps).get(id);
      if (mine) await Promise.race([mine.stop(), patience]);
      const end = () => endRuns(deps, and(store.isActive, eq(runs.id, id)) as SQL, ending);
      // A run of this process has been stopped, so it must be ended here; one of another process may still finish.
      return mine ? unended.end(deps, id, end) : end();
    },
  };
};
