import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { LogItem } from '#contract/importing.ts';
import { type Database, rowsOf } from '../db/database.ts';
import { runs } from '../db/schema.ts';
import { inTransaction } from '../db/transaction.ts';
import { briefly, sqlState } from '../db/violations.ts';
import type { Deps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';
import {
  collectNotified,
  emitNotificationsChange,
  type Notified,
  nameOfUser,
  notify,
  type Said,
} from '../realtime/notifications/notify.ts';
import { perServer } from './perServer.ts';
import { activeStatuses, type keepRuns, type LineOf } from './runs.ts';
import { unendedRuns } from './unended.ts';

/** Why a run did not come to its end by itself. */
export type Why = 'canceled' | 'failed' | 'lost' | 'diskFull';

/** Somebody ended the run: nothing more of it is kept. */
export class RunEnded extends Error {}

interface Told {
  id: number;
  user: { id: number };
}

type Line = Pick<LogItem, 'seq' | 'level' | 'text'>;

/** Where the runs of a kind are kept, whatever else is kept with them. */
type Kept<Run, Item extends Line> = Pick<
  ReturnType<typeof keepRuns<Run, Item, Record<string, number>, object>>,
  'isActive' | 'read' | 'readRun' | 'readActiveRun' | 'move' | 'writeLog'
>;

/** What one kind of runs has of its own. */
interface Kind<Run extends Told, Item extends Line> {
  /** What the operator's log calls it. */
  name: string;
  /** Where its runs are kept. */
  kept: Kept<Run, Item>;
  /** The last line of a run that did not come to its end by itself. */
  lastLine: (tx: Database, run: Run, why: Why) => string | Promise<string>;
  /** What else changes with the end of such runs, in the same transaction. */
  undo?: (tx: Database, ids: readonly number[]) => Promise<void>;
  /** Tells the windows of such an end. */
  tellEnd: (deps: Deps, run: Run, item: Item, why: Why) => void;
  /** What whoever started a run is told of its end, and where that leads. `by`: the name of who cancelled it. */
  notice: (run: Run, by: string | null) => Said;
  /** What else is looked after at the start, and again later. */
  tend?: (deps: Deps) => Promise<unknown>;
}

/** What this process does for a run. */
interface Work<Run> {
  /** The work itself, while the run is said to be alive; `signal`: somebody ended the run. */
  work: (signal: AbortSignal) => Promise<unknown>;
  /** What holds the run by itself, and needs no sign of life. */
  finish?: () => Promise<unknown>;
  /** Says what is still unsaid, before the run is ended by a fault. */
  flush?: () => Promise<unknown>;
  /** Lets go of what the work needs; it breaks the work off as well. */
  close?: () => Promise<unknown> | void;
  why?: (error: unknown) => Why;
  run: Run;
}

interface Ending {
  why: Why;
  /** The user who ends them, where somebody does. */
  by?: number;
}

interface Own<Run> {
  stop: () => Promise<void>;
  done: Promise<Run>;
}

/** Between two signs of life of a run, in ms. */
const HEARTBEAT = 5000;
/** A run whose process has been silent for this long is dead, in seconds. */
const SILENCE = 15;
const LOOK_AGAIN = 5000;

/** Whether nothing has been heard of the process of a run for too long. */
export const isSilent: SQL = sql`${runs.heartbeat_at} < now() - make_interval(secs => ${SILENCE})`;

/** A run of the kind is on already, wherever it runs: 409 with this sentence; any other error as it is. */
export const asRunning = (error: unknown, said: string): unknown =>
  sqlState(error) === '23505' ? new ApiFailure('conflict', { said }) : error;

/** How runs of a kind end that do not come to their end by themselves. */
const runEndings = <Run extends Told, Item extends Line>({
  kept,
  lastLine,
  undo,
  tellEnd,
  notice,
}: Kind<Run, Item>) => {
  /** Tells whoever started a run how it ended; not of what they did themselves. */
  const notifyOfEnd = async (tx: Database, people: Notified, run: Run, by: number | null = null): Promise<void> => {
    if (by !== run.user.id) await notify(tx, people, [run.user.id], notice(run, await nameOfUser(tx, by)));
  };
  /** Ends runs, with a last line in the log of each, and tells of it. */
  const endRuns = async (deps: Deps, which: SQL, { why, by }: Ending): Promise<Run[]> => {
    const people = collectNotified(deps.clock());
    const [to, level] = why === 'canceled' ? (['canceled', 'warning'] as const) : (['failed', 'error'] as const);
    const from = to === 'canceled' ? (['processing'] as const) : activeStatuses;
    const ended = await inTransaction(deps.db, async tx => {
      // First, so that the runs are held: their log comes after, as whoever carries them out does it.
      const ids = await kept.move(tx, which, { from, to, at: people.at });
      if (ids.length === 0) return [];
      await undo?.(tx, ids);
      const ended: { run: Run; items: Item[] }[] = [];
      for (const run of await kept.read(tx, people.at, inArray(runs.id, ids))) {
        const line = { level, text: await lastLine(tx, run, why) };
        ended.push({ run, items: await kept.writeLog(tx, run.id, [line as unknown as LineOf<Item>]) });
        await notifyOfEnd(tx, people, run, by);
      }
      return ended;
    });
    emitNotificationsChange(deps, people.userIds);
    for (const { run, items } of ended) for (const item of items) tellEnd(deps, run, item, why);
    return ended.map(({ run }) => run);
  };
  return { notifyOfEnd, endRuns };
};

type Fault = (deps: Deps) => (error: unknown) => null;

/** Takes note of errors that nobody waits for. */
const faultsOf =
  (name: string): Fault =>
  deps =>
  error => {
    deps.log.fault(name, briefly(error));
    return null;
  };

/** Does work and says meanwhile that the process of the run is alive; `ended` is called when somebody ended the run. */
const beatingOf =
  (isActive: SQL, fault: Fault) =>
  async <T>(deps: Deps, id: number, work: () => Promise<T>, ended?: () => void): Promise<T> => {
    const beat = async () => {
      const [row] = await rowsOf<{ is: boolean }>(
        deps.db,
        sql`update ${runs} set heartbeat_at = now() where ${runs.id} = ${id} returning ${isActive} as is`,
      );
      if (!row?.is) ended?.();
    };
    const heart = setInterval(() => void beat().catch(fault(deps)), HEARTBEAT).unref();
    try {
      return await work();
    } finally {
      clearInterval(heart);
    }
  };

/** The runs that this process carries out. */
const ownRuns = <Run extends Told, Item extends Line>(
  { name, kept }: Kind<Run, Item>,
  endRuns: (deps: Deps, which: SQL, ending: Ending) => Promise<Run[]>,
) => {
  const own = perServer(() => new Map<number, Own<Run>>());
  const unended = unendedRuns<Run>();
  const fault = faultsOf(name);
  const beating = beatingOf(kept.isActive, fault);

  const carryOutNow = async (deps: Deps, { run, ...job }: Work<Run>, ended: AbortController): Promise<Run> => {
    const { id } = run;
    try {
      await beating(
        deps,
        id,
        () => job.work(ended.signal),
        () => ended.abort(new RunEnded()),
      );
      await job.finish?.();
    } catch (error) {
      await job.flush?.();
      if (!(error instanceof RunEnded) && !ended.signal.aborted) {
        const why = job.why?.(error) ?? 'failed';
        const broken = await unended.end(deps, id, () => endRuns(deps, eq(runs.id, id), { why })).catch(fault(deps));
        // What breaks once somebody has ended the run is no news.
        if (broken?.length !== 0) fault(deps)(error);
      }
    } finally {
      await job.close?.();
      own(deps).delete(id);
    }
    return (await kept.readRun(deps.db, id, deps.clock()).catch(fault(deps))) ?? run;
  };

  /** Carries out a run that was begun here. @returns the run as it ended, however that came; never rejects */
  const carryOut = (deps: Deps, job: Work<Run>): Promise<Run> => {
    const ended = new AbortController();
    const done = carryOutNow(deps, job, ended);
    const stop = async () => {
      ended.abort(new RunEnded());
      await job.close?.();
      await done;
    };
    own(deps).set(job.run.id, { stop, done });
    return done;
  };
  return { own, unended, fault, beating, carryOut };
};

/**
 * Runs that last: begun, carried out with signs of life, cancelled, ended, told of, and never left behind by a process
 * that is gone. The table says which are on, and when they were heard of last.
 */
export const runEngine = <Run extends Told, Item extends Line>(kind: Kind<Run, Item>) => {
  const { name, kept, tend } = kind;
  const { notifyOfEnd, endRuns } = runEndings(kind);
  const { own, unended, fault, beating, carryOut } = ownRuns(kind, endRuns);

  /** Ends what has given no sign of life, here or in another process. */
  const failSilent = async (deps: Deps): Promise<void> => {
    await unended.endAll(deps);
    const which = sql`${kept.isActive} and ${isSilent}`;
    // One whose row is held is being written at this moment, and is not dead.
    const silent = await rowsOf<{ id: number }>(
      deps.db,
      sql`select id from ${runs} where ${which} for update skip locked`,
    );
    const ids = silent.map(({ id }) => id).filter(id => !unended.has(deps, id));
    if (ids.length > 0) await endRuns(deps, and(which, inArray(runs.id, ids)) as SQL, { why: 'lost' });
  };

  /** What this server looks after from its start; @returns what stops its own runs when it closes. */
  const look = (deps: Deps, endDead: (deps: Deps) => Promise<void>) => {
    const tendAll = () => Promise.resolve(tend?.(deps)).catch(fault(deps));
    const lookAgain = () => endDead(deps).catch(fault(deps)).then(tendAll);
    const timer = setInterval(() => void lookAgain(), LOOK_AGAIN).unref();
    const stop = async () => {
      clearInterval(timer);
      await unended.endAll(deps);
      for (const [id, one] of own(deps)) {
        await endRuns(deps, eq(runs.id, id), { why: 'lost' }).catch(fault(deps));
        await one.stop();
      }
    };
    return tendAll().then(() => stop);
  };

  return {
    notifyOfEnd,
    endRuns,
    fault,
    beating,
    carryOut,
    failSilent,
    /**
     * Ends the runs that a stopped server left behind; call it once at the start. The embedded database is this
     * process's alone, so there all of them are; of a PostgreSQL those that are silent, now and later.
     * @returns what stops this process's own runs when the server closes.
     */
    recover: async (deps: Deps): Promise<() => Promise<void>> => {
      const isAlone = deps.databaseKind === 'embedded';
      await (isAlone ? endRuns(deps, kept.isActive, { why: 'lost' }) : failSilent(deps));
      return look(deps, isAlone ? unended.endAll : failSilent);
    },
    /** Finishes a run, and holds it. @throws {RunEnded} in the transaction that would go on: somebody ended it */
    finishRun: async (tx: Database, id: number, at: Date): Promise<void> => {
      const moved = await kept.move(tx, eq(runs.id, id), { from: ['processing'], to: 'finished', at });
      if (moved.length === 0) throw new RunEnded(`${name} ${id} was ended`);
    },
    /** The run that is on, those found dead excepted. */
    current: async (deps: Deps): Promise<Run | null> => {
      await failSilent(deps);
      return kept.readActiveRun(deps.db, deps.clock());
    },
    /** Ends a run at once, what this process does for it first, so that what is done just now is counted. */
    stopAndEnd: async (deps: Deps, id: number, ending: Ending, patience: Promise<unknown>): Promise<Run[]> => {
      const mine = own(deps).get(id);
      if (mine) await Promise.race([mine.stop(), patience]);
      const end = () => endRuns(deps, and(kept.isActive, eq(runs.id, id)) as SQL, ending);
      // What was stopped here has to end; another process goes on with its own.
      return mine ? unended.end(deps, id, end) : end();
    },
  };
};
