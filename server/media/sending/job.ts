import { setTimeout as delay } from 'node:timers/promises';
import { and, eq, type SQL } from 'drizzle-orm';
import type { Sending, SendingLogItem } from '#contract/sending.ts';
import { sendings } from '../../db/schema.ts';
import { inTransaction } from '../../db/transaction.ts';
import { sqlState } from '../../db/violations.ts';
import type { Deps } from '../../http/deps.ts';
import { ApiFailure } from '../../http/errors.ts';
import { longRuns } from '../../jobs/longRuns.ts';
import { collectNotified, emitNotificationsChange } from '../../realtime/notifications/notify.ts';
import { sayOf, updateOf } from './events.ts';
import { notifyOfSending } from './notices.ts';
import { say } from './refusal.ts';
import { type Begun, RunEnded, sendAll } from './run.ts';
import { endActive, insertRun, isActive, readActiveRun, readRun, writeLog } from './runs.ts';
import type { Cafe } from './target.ts';

interface Wanted {
  ids: readonly number[];
  targets: readonly Cafe[];
  anew: boolean;
  userId: number;
}

export interface StartedSending {
  run: Sending;
  /** The run once nothing of it goes on here, however that came; never rejects for a fault of the run. */
  done: Promise<Sending>;
}

/** Begins to send. @throws {ApiFailure} 409 when a run is on, wherever it runs. */
export const startSending = async (deps: Deps, wanted: Wanted): Promise<StartedSending> => {
  await longSendings.failSilent(deps);
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
  longSendings.own(deps).set(run.id, { ended, done });
  return { run, done };
};

const carryOut = async (deps: Deps, begun: Begun, ended: AbortController): Promise<Sending> => {
  const { id } = begun.run;
  const fault = longSendings.fault(deps);
  const breakOff = () => ended.abort(new RunEnded());
  try {
    await longSendings.beating(deps, id, () => sendAll(deps, begun), breakOff);
    await finish(deps, id);
  } catch (error) {
    if (!(error instanceof RunEnded) && !ended.signal.aborted) {
      fault(error);
      const end = async () => announceEnded(deps, await endRuns(deps, eq(sendings.id, id), { text: 'log.failed' }));
      await longSendings.end(deps, id, end).catch(fault);
    }
  } finally {
    longSendings.own(deps).delete(id);
  }
  return (await readRun(deps.db, deps.clock(), id).catch(fault)) ?? begun.run;
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
    const { sent } = run.counts;
    const text = say(cafes ? 'log.finishedBut' : sent > 0 ? 'log.finished' : 'log.nothing', { sent, cafes });
    const items = await writeLog(tx, id, [{ level: cafes ? 'warning' : 'info', text }]);
    await notifyOfSending(tx, people, run);
    return [run, items, text] as const;
  });
  updateOf(deps, run, items);
  sayOf(deps, run, 'SENDMEDIA_READY', text);
  emitNotificationsChange(deps, people.userIds);
};

/** How long a cancellation waits for what is under way, in ms: a disk that hangs keeps nobody from it. */
const PATIENCE = 3000;

/** Stops the run that is on; what was delivered stays. @throws {ApiFailure} 404 when none is on. */
export const cancelSending = async (deps: Deps, by: number): Promise<Sending> => {
  const active = await readActiveRun(deps.db, deps.clock());
  if (!active) throw notRunning();
  const own = longSendings.own(deps).get(active.id);
  // First, so that what is acknowledged just now is counted.
  if (own) await Promise.race([stop(own), delay(PATIENCE, null, { ref: false })]);
  const end = async () => {
    const ended = await endRuns(deps, and(isActive, eq(sendings.id, active.id)), { text: 'log.canceled', by });
    announceEnded(deps, ended);
    return ended;
  };
  // What was stopped here has to end; another process goes on with its own.
  const [ended] = await (own ? longSendings.end(deps, active.id, end) : end());
  if (!ended) throw notRunning();
  return ended.run;
};

const notRunning = () => new ApiFailure('notFound', { said: say('refused.notRunning') });

/** What this process is sending for a run. */
interface Own {
  ended: AbortController;
  done: Promise<Sending>;
}

const stop = async ({ ended, done }: Own): Promise<void> => {
  ended.abort(new RunEnded());
  await done;
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
      const run = await readRun(tx, people.at, id);
      if (!run) continue;
      const said = say(text, { sent: run.counts.sent });
      const [item] = await writeLog(tx, id, [{ level: isBroken ? 'error' : 'warning', text: said }]);
      if (!item) continue;
      ended.push({ run, item });
      await notifyOfSending(tx, people, run, by);
    }
    return ended;
  });
  emitNotificationsChange(deps, people.userIds);
  return ended;
};

const announceEnded = (deps: Deps, ended: readonly Ended[]): void => {
  for (const { run, item } of ended) {
    updateOf(deps, run, [item]);
    sayOf(deps, run, run.is_broken ? 'SENDMEDIA_ERROR' : 'SENDMEDIA_INTERRUPT', item.text);
  }
};

/** The sendings among the runs that last. */
const longSendings = longRuns<Own>({
  name: 'sending media',
  table: sendings,
  isActive,
  lose: async (deps, which) => announceEnded(deps, await endRuns(deps, which, { text: 'log.lost' })),
  stop,
});

/** Ends the sendings that a stopped server left behind (`longRuns`). */
export const recoverSendings = longSendings.recover;

/** The run that is on, those found dead excepted. */
export const currentSending = async (deps: Deps): Promise<Sending | null> => {
  await longSendings.failSilent(deps);
  return readActiveRun(deps.db, deps.clock());
};
