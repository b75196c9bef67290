import { and, eq, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { channels } from '#contract/events.ts';
import type { SyncLogItem, SyncRun } from '#contract/synchronization.ts';
import { syncLog } from '#i18n/ru/syncLog.ts';
import { translator } from '#i18n/translate.ts';
import { feedFailures, feedItems, syncRuns } from '../db/schema.ts';
import { inTransaction } from '../db/transaction.ts';
import { briefly } from '../db/violations.ts';
import type { Deps } from '../deps.ts';
import { countClosed } from '../drafts/close.ts';
import { ApiFailure } from '../errors.ts';
import { collectNotified, tellNotified } from '../notifications/notify.ts';
import { notifyOfRun } from './notices.ts';
import { endActive, isActive, readActiveRun, readRun, writeLog } from './runs.ts';

const say = translator('ru', syncLog);

/** Runs of this process, by the server that they belong to. */
const running = new WeakMap<Deps, Map<number, Promise<SyncRun>>>();
export const runsOf = (deps: Deps): Map<number, Promise<SyncRun>> => {
  const known = running.get(deps) ?? new Map<number, Promise<SyncRun>>();
  running.set(deps, known);
  return known;
};

/** Tells how far a run is, with the lines that its log has gained. */
export const tell = ({ realtime }: Pick<Deps, 'realtime'>, run: SyncRun, stepItems: SyncLogItem[]): void =>
  realtime.emit(channels.synchronization, 'SYNCHRONIZATION_UPDATE', {
    run_id: run.id,
    status: run.status,
    progress: run.progress,
    counts: run.counts,
    stepItems,
  });

/** Stops a run; nothing of it is published. @throws {ApiFailure} 404, 409 when it has ended */
export const cancelRun = async (deps: Deps, id: number, by: number): Promise<SyncRun> => {
  const [ended] = await endRuns(deps, eq(syncRuns.id, id), { to: 'canceled', text: 'log.canceled', by });
  if (ended) return ended;
  const known = await readRun(deps.db, id);
  throw known ? new ApiFailure('conflict', { said: say('refused.ended') }) : new ApiFailure('notFound');
};

interface Ending {
  to: 'canceled' | 'failed';
  text: 'log.canceled' | 'log.failed' | 'log.lost';
  /** The user who ends them, where somebody does. */
  by?: number;
}

/** Ends runs that have not come to their end by themselves, with a last line in the log of each. */
export const endRuns = async (deps: Deps, which: SQL | undefined, { to, text, by }: Ending): Promise<SyncRun[]> => {
  const people = collectNotified(deps.clock());
  const ended = await inTransaction(deps.db, async tx => {
    const ids = await endActive(tx, which, { to, at: people.at });
    const ended: { run: SyncRun; items: SyncLogItem[] }[] = [];
    for (const id of ids) {
      for (const table of [feedItems, feedFailures]) await tx.delete(table).where(eq(table.since, id));
      const items = await writeLog(tx, id, [{ level: to === 'canceled' ? 'warning' : 'error', text: say(text) }]);
      const run = await readRun(tx, id);
      if (!run) continue;
      ended.push({ run, items });
      await notifyOfRun(tx, people, run, by);
    }
    return ended;
  });
  for (const { run, items } of ended) tell(deps, run, items);
  tellNotified(deps, people.userIds);
  return ended.map(({ run }) => run);
};

/** The run that is on, those found dead excepted. */
export const currentRun = async (deps: Deps): Promise<SyncRun | null> => {
  await failSilent(deps);
  return readActiveRun(deps.db);
};

/** A run whose process has been silent for this long is dead, in seconds. */
const SILENCE = 15;
const LOOK_AGAIN = 5000;

/** Marks failed what has given no sign of life, here or in another process. */
export const failSilent = async (deps: Deps): Promise<void> => {
  const isSilent = and(isActive, lt(syncRuns.heartbeat_at, sql`now() - make_interval(secs => ${SILENCE})`));
  // One that is publishing at this moment holds its row, and is not dead.
  const silent = await deps.db.transaction(tx =>
    tx.select({ id: syncRuns.id }).from(syncRuns).where(isSilent).for('update', { skipLocked: true }),
  );
  if (silent.length === 0) return;
  const ids = silent.map(({ id }) => id);
  await endRuns(deps, and(isSilent, inArray(syncRuns.id, ids)), { to: 'failed', text: 'log.lost' });
};

/**
 * Finds the runs that a stopped server left behind and marks them failed; call it once at the start. The embedded
 * database is this process's alone, so there all of them are; of a PostgreSQL those that are silent, now and later.
 * @returns what stops this process's own runs when the server closes.
 */
export const recoverRuns = async (deps: Deps): Promise<() => Promise<void>> => {
  const isAlone = deps.databaseKind === 'embedded';
  if (isAlone) await endRuns(deps, isActive, { to: 'failed', text: 'log.lost' });
  else await failSilent(deps);
  await countClosed(deps.db);
  const timer = isAlone ? undefined : setInterval(() => void failSilent(deps).catch(fault(deps)), LOOK_AGAIN).unref();
  return async () => {
    clearInterval(timer);
    for (const [id, done] of runsOf(deps)) {
      await endRuns(deps, eq(syncRuns.id, id), { to: 'failed', text: 'log.lost' }).catch(fault(deps));
      await done;
    }
  };
};

/** Takes note of an error that nobody waits for. */
export const fault =
  (deps: Deps) =>
  (error: unknown): null => {
    deps.log.fault('synchronization', briefly(error));
    return null;
  };
