import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { rowsOf } from '../db/database.ts';
import { briefly } from '../db/violations.ts';
import type { Deps } from '../http/deps.ts';

/** One kind of runs that last: imports, publications, sendings. `Own` is what this process knows of one of its own. */
interface Kind<Own> {
  /** What the operator's log calls it. */
  name: string;
  table: PgTable & Record<'id' | 'heartbeat_at', PgColumn>;
  isActive: SQL;
  /** Ends runs whose process is there no more, and tells of it. */
  lose: (deps: Deps, which: SQL) => Promise<unknown>;
  /** Breaks off what this process does for a run, and waits until it is. */
  stop: (own: Own) => Promise<unknown>;
  /** What else is looked after at the start, and again later. */
  tend?: (deps: Deps) => Promise<unknown>;
}

export interface LongRuns<Own> {
  /** Runs of this process, by the server that they belong to. */
  own: (deps: Deps) => Map<number, Own>;
  /** Does work and says meanwhile that the process of the run is alive; `ended` is called when somebody ended the run. */
  beating: <T>(deps: Deps, id: number, work: () => Promise<T>, ended?: () => void) => Promise<T>;
  /**
   * Ends a run of this process that broke off or was stopped. Where not even that can be written, as on a full disk, it
   * is tried again until it holds, and this process does not take the run for a dead one. @throws what is in the way
   */
  end: <T>(deps: Deps, id: number, end: () => Promise<T>) => Promise<T>;
  /** Whether nothing has been heard of the process of a run for too long. */
  isSilent: SQL;
  /** Ends what has given no sign of life, here or in another process. */
  failSilent: (deps: Deps) => Promise<void>;
  /**
   * Ends the runs that a stopped server left behind; call it once at the start. The embedded database is this
   * process's alone, so there all of them are; of a PostgreSQL those that are silent, now and later.
   * @returns what stops this process's own runs when the server closes.
   */
  recover: (deps: Deps) => Promise<() => Promise<void>>;
  /** Takes note of an error that nobody waits for. */
  fault: (deps: Deps) => (error: unknown) => null;
}

/** Between two signs of life of a run, in ms. */
const HEARTBEAT = 5000;
/** A run whose process has been silent for this long is dead, in seconds. */
const SILENCE = 15;
const LOOK_AGAIN = 5000;

/** Keeps runs of one kind from outliving their process: the table says which are on, and when they were heard of last. */
export const longRuns = <Own>({ name, table, isActive, lose, stop, tend }: Kind<Own>): LongRuns<Own> => {
  const own = ofEach(() => new Map<number, Own>());
  const fault = (deps: Deps) => (error: unknown) => {
    deps.log.fault(name, briefly(error));
    return null;
  };
  const isSilent = sql`${table.heartbeat_at} < now() - make_interval(secs => ${SILENCE})`;

  const beat = async ({ db }: Deps, id: number): Promise<boolean> => {
    const [row] = await rowsOf<{ is: boolean }>(
      db,
      sql`update ${table} set heartbeat_at = now() where ${table.id} = ${id} returning ${isActive} as is`,
    );
    return row?.is ?? false;
  };
  const beating: LongRuns<Own>['beating'] = async (deps, id, work, ended) => {
    const heart = setInterval(
      () => void beat(deps, id).then(isOn => isOn || ended?.(), fault(deps)),
      HEARTBEAT,
    ).unref();
    try {
      return await work();
    } finally {
      clearInterval(heart);
    }
  };

  const unended = unendedRuns();
  const failSilent = async (deps: Deps): Promise<void> => {
    await unended.endAll(deps);
    const which = sql`${isActive} and ${isSilent}`;
    // One whose row is held is being written at this moment, and is not dead.
    const silent = await rowsOf<{ id: number }>(
      deps.db,
      sql`select id from ${table} where ${which} for update skip locked`,
    );
    const ids = silent.map(({ id }) => id).filter(id => !unended.has(deps, id));
    if (ids.length > 0) await lose(deps, sql`${which} and ${inArray(table.id, ids)}`);
  };

  const recover = async (deps: Deps) => {
    const isAlone = deps.databaseKind === 'embedded';
    await (isAlone ? lose(deps, isActive) : failSilent(deps));
    const tendAll = () => Promise.resolve(tend?.(deps)).catch(fault(deps));
    await tendAll();
    const endDead = isAlone ? unended.endAll : failSilent;
    const lookAgain = () => endDead(deps).catch(fault(deps)).then(tendAll);
    const timer = setInterval(() => void lookAgain(), LOOK_AGAIN).unref();
    return async () => {
      clearInterval(timer);
      await unended.endAll(deps);
      for (const [id, one] of own(deps)) {
        await lose(deps, eq(table.id, id)).catch(fault(deps));
        await stop(one);
      }
    };
  };
  return { own, beating, end: unended.end, isSilent, failSilent, recover, fault };
};

/** Runs whose end could not be written yet, with what ends them. */
const unendedRuns = () => {
  const known = ofEach(() => new Map<number, () => Promise<unknown>>());
  const end = async <T>(deps: Deps, id: number, end: () => Promise<T>): Promise<T> => {
    try {
      const ended = await end();
      known(deps).delete(id);
      return ended;
    } catch (error) {
      known(deps).set(id, end);
      throw error;
    }
  };
  const endAll = async (deps: Deps): Promise<void> => {
    // What is in the way was logged when it was first tried.
    for (const [id, one] of known(deps)) await end(deps, id, one).catch(() => null);
  };
  return { end, endAll, has: (deps: Deps, id: number) => known(deps).has(id) };
};

/** Something for each server, made when it is asked for first. */
const ofEach = <T>(make: () => T): ((deps: Deps) => T) => {
  const known = new WeakMap<Deps, T>();
  return deps => {
    const one = known.get(deps) ?? make();
    known.set(deps, one);
    return one;
  };
};
