import { and, eq, type SQL, sql } from 'drizzle-orm';
import { channels } from '#contract/events.ts';
import type { SyncLogItem, SyncRun } from '#contract/synchronization.ts';
import { syncLog } from '#i18n/ru/syncLog.ts';
import { translator } from '#i18n/translate.ts';
import { feedFailures, feedItems, syncRuns } from '../db/schema.ts';
import { inTransaction } from '../db/transaction.ts';
import { announceDraft } from '../drafts/author.ts';
import { countClosed } from '../drafts/close.ts';
import type { Deps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';
import { longRuns } from '../jobs/longRuns.ts';
import { collectNotified, emitNotificationsChange } from '../realtime/notifications/notify.ts';
import { cleanUp } from './cleanUp.ts';
import { notifyOfRun } from './notices.ts';
import { endActive, isActive, readActiveRun, readRun, writeLog } from './runs.ts';

const say = translator('ru', syncLog);

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
  emitNotificationsChange(deps, people.userIds);
  return ended.map(({ run }) => run);
};

/** The synchronization among the runs that last; of a run of this process what comes of it. */
export const syncs = longRuns<Promise<SyncRun>>({
  name: 'synchronization',
  table: syncRuns,
  isActive,
  lose: (deps, which) => endRuns(deps, which, { to: 'failed', text: 'log.lost' }),
  stop: done => done,
  tend: deps => tidyUp(deps),
});

/** The run that is on, those found dead excepted. */
export const currentRun = async (deps: Deps): Promise<SyncRun | null> => {
  await syncs.failSilent(deps);
  return readActiveRun(deps.db);
};

/** Tidies up after runs whose process has died or failed over it. */
const tidyUp = async (deps: Deps): Promise<void> => {
  const left = await deps.db
    .update(syncRuns)
    .set({ heartbeat_at: sql`now()` })
    .where(and(eq(syncRuns.status, 'finished'), eq(syncRuns.is_tidy, false), syncs.isSilent))
    .returning({ id: syncRuns.id });
  for (const { id } of left) await tidy(deps, id);
};

/** Does what is left after the end of a run: nobody waits for it, and whoever looks next goes on where it was left. */
export const tidy = (deps: Deps, id: number): Promise<void> =>
  syncs.beating(deps, id, async () => {
    if (await countClosed(deps.db)) announceDraft(deps, null);
    await cleanUp(deps, id);
    await deps.db.update(syncRuns).set({ is_tidy: true }).where(eq(syncRuns.id, id));
  });
