import { and, eq, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { Sending, SendingLogItem } from '#contract/sending.ts';
import { sendings } from '../db/schema.ts';
import { inTransaction } from '../db/transaction.ts';
import { briefly, sqlState } from '../db/violations.ts';
import type { Deps } from '../deps.ts';
import { ApiFailure } from '../errors.ts';
import { collectNotified, tellNotified } from '../notifications/notify.ts';
import { sayOf, updateOf } from './events.ts';
import { notifyOfSending } from './notices.ts';
import { say } from './refusal.ts';
import { type Begun, RunEnded, sendAll } from './run.ts';
import { beat, endActive, insertRun, isActive, readActiveRun, readRun, writeLog } from './runs.ts';
import type { Cafe } from './target.ts';

interface Wanted {
  ids: readonly number[];
  targets: readonly Cafe[];
  anew: boolean;
  userId: number;
}

export interface StartedSending {
  run: Sending;
  /** The run as it ended, however it ended; never rejects for a fault of the run. */
  done: Promise<Sending>;
}

/** Runs of this process, by the server that they belong to. */
const running = new WeakMap<Deps, Map<number, { ended: AbortController; done: Promise<Sending> }>>();
const runsOf = (deps: Deps) => {
  const known = running.get(deps) ?? new Map();
  running.set(deps, known);
  return known;
};

/** Begins to send. @throws {ApiFailure} 409 when a run is on, wherever it runs. */
export const startSending = async (deps: Deps, wanted: Wanted): Promise<StartedSending> => {
  await failSilent(deps);
  const { ids, targets, userId } = wanted;
  const text = say('log.started', { products: ids.length, cafes: targets.map(({ name }) => name).join(', ') });
  const [run, items] = await deps.db
    .transaction(async tx => {
      const id = await insertRun(tx, { userId, products: ids.length, targets, at: deps.clock() });
      const items = await writeLog(tx, id, [{ level: 'info', text }]);
      const run = await readRun(tx, deps.clock(), id);
      if (!run) throw new Error('the run is gone as soon as it began');
      return [run, items] as const;
    })
    .catch((error: unknown) => {
      throw sqlState(error) === '23505' ? new ApiFailure('conflict', { said: say('refused.running') }) : error;
    });
  sayOf(deps, run, 'SENDMEDIA_STARTS', text);
  const ended = new AbortController();
  const done = carryOut(deps, { ...wanted, run, first: items, signal: ended.signal }, ended);
  runsOf(deps).set(run.id, { ended, done });
  return { run, done };
};

/** Between two signs of life of a run, in ms. */
const HEARTBEAT = 5000;

const carryOut = async (deps: Deps, begun: Begun, ended: AbortController): Promise<Sending> => {
  const { id } = begun.run;
  const heart = setInterval(() => {
    beat(deps.db, id).then(
      isOn => isOn || ended.abort(new RunEnded()),
      error => deps.log.fault('sending heartbeat', briefly(error)),
    );
  }, HEARTBEAT).unref();
  try {
    await sendAll(deps, begun);
    await finish(deps, id);
  } catch (error) {
    if (!(error instanceof RunEnded) && !ended.signal.aborted) {
      deps.log.fault('sending media', briefly(error));
      const broken = await endRuns(deps, eq(sendings.id, id), { text: 'log.failed' }).catch(fault(deps));
      announceEnded(deps, broken ?? []);
    }
  } finally {
    clearInterval(heart);
    runsOf(deps).delete(id);
  }
  return (await readRun(deps.db, deps.clock(), id).catch(fault(deps))) ?? begun.run;
};

/** The last line says who has not got everything. */
const finish = async (deps: Deps, id: number): Promise<void> => {
  const people = collectNotified(deps.clock());
  const [run, items, text] = await inTransaction(deps.db, async tx => {
    // First, and with it the run is held: whoever cancels it comes too late or was there before.
    const [ended] = await endActive(tx, eq(sendings.id, id), { to: 'finished', at: people.at });
    if (ended === undefined) throw new RunEnded();
    const run = await readRun(tx, people.at, id);
    if (!run) throw new Error('a run that was finished is gone');
    const lacking = run.cafes.filter(({ failed, status }) => failed > 0 || status === 'failed');
    const cafes = lacking.map(({ name }) => name).join(', ');
    const text = say(cafes ? 'log.finishedBut' : 'log.finished', { sent: run.counts.sent, cafes });
    const items = await writeLog(tx, id, [{ level: cafes ? 'warning' : 'info', text }]);
    await notifyOfSending(tx, people, run);
    return [run, items, text] as const;
  });
  updateOf(deps, run, items);
  sayOf(deps, run, 'SENDMEDIA_READY', text);
  tellNotified(deps, people.userIds);
};

/** Stops the run that is on, at once; what was delivered stays. @throws {ApiFailure} 404 when none is on. */
export const cancelSending = async (deps: Deps, by: number): Promise<Sending> => {
  const ended = await endRuns(deps, isActive, { text: 'log.canceled', by });
  const [first] = ended;
  if (!first) throw new ApiFailure('notFound', { said: say('refused.notRunning') });
  await stop(deps, first.run.id);
  const run = (await readRun(deps.db, deps.clock(), first.run.id)) ?? first.run;
  announceEnded(deps, [{ ...first, run }]);
  return run;
};

/** Breaks off what this process is sending for a run, and waits until it is. */
const stop = async (deps: Deps, id: number): Promise<void> => {
  const known = runsOf(deps).get(id);
  known?.ended.abort(new RunEnded());
  await known?.done;
};

interface Ended {
  run: Sending;
  item: SendingLogItem;
}

interface Ending {
  text: 'log.canceled' | 'log.failed' | 'log.lost';
  /** The user who ends them; where nobody does, they are broken. */
  by?: number;
}

/** Ends runs that have not come to their end by themselves, with a last line in the log of each. */
const endRuns = async (deps: Deps, which: SQL | undefined, { text, by }: Ending): Promise<Ended[]> => {
  const people = collectNotified(deps.clock());
  const isBroken = by === undefined;
  const ended = await inTransaction(deps.db, async tx => {
    const ids = await endActive(tx, which, { to: 'canceled', isBroken, at: people.at });
    const ended: Ended[] = [];
    for (const id of ids) {
      const [item] = await writeLog(tx, id, [{ level: isBroken ? 'error' : 'warning', text: say(text) }]);
      const run = await readRun(tx, people.at, id);
      if (!run || !item) continue;
      ended.push({ run, item });
      await notifyOfSending(tx, people, run, by);
    }
    return ended;
  });
  tellNotified(deps, people.userIds);
  return ended;
};

const announceEnded = (deps: Deps, ended: readonly Ended[]): void => {
  for (const { run, item } of ended) {
    updateOf(deps, run, [item]);
    sayOf(deps, run, run.is_broken ? 'SENDMEDIA_ERROR' : 'SENDMEDIA_INTERRUPT', item.text);
  }
};

/** The run that is on, those found dead excepted. */
export const currentSending = async (deps: Deps): Promise<Sending | null> => {
  await failSilent(deps);
  return readActiveRun(deps.db, deps.clock());
};

/** A run whose process has been silent for this long is dead, in seconds. */
const SILENCE = 15;
const LOOK_AGAIN = 5000;

/** Ends what has given no sign of life, here or in another process. */
const failSilent = async (deps: Deps): Promise<void> => {
  const isSilent = and(isActive, lt(sendings.heartbeat_at, sql`now() - make_interval(secs => ${SILENCE})`));
  const silent = await deps.db.select({ id: sendings.id }).from(sendings).where(isSilent);
  if (silent.length === 0) return;
  const ids = silent.map(({ id }) => id);
  announceEnded(deps, await endRuns(deps, and(isSilent, inArray(sendings.id, ids)), { text: 'log.lost' }));
};

/**
 * Finds the runs that a stopped server left behind and ends them; call it once at the start. The embedded database is
 * this process's alone, so there all of them are; of a PostgreSQL those that are silent, now and later.
 * @returns what stops this process's own runs when the server closes.
 */
export const recoverSendings = async (deps: Deps): Promise<() => Promise<void>> => {
  const isAlone = deps.databaseKind === 'embedded';
  if (isAlone) announceEnded(deps, await endRuns(deps, isActive, { text: 'log.lost' }));
  else await failSilent(deps);
  const timer = isAlone ? undefined : setInterval(() => void failSilent(deps).catch(fault(deps)), LOOK_AGAIN).unref();
  return async () => {
    clearInterval(timer);
    for (const id of runsOf(deps).keys()) {
      const ended = await endRuns(deps, eq(sendings.id, id), { text: 'log.lost' }).catch(fault(deps));
      await stop(deps, id);
      announceEnded(deps, ended ?? []);
    }
  };
};

const fault =
  (deps: Deps) =>
  (error: unknown): null => {
    deps.log.fault('sending media', briefly(error));
    return null;
  };
