import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm';
import type { SyncCounts, SyncLogItem, SyncRun } from '#contract/synchronization.ts';
import { syncLog } from '#i18n/ru/syncLog.ts';
import { translator } from '#i18n/translate.ts';
import { feeds, projects, syncRuns } from '../db/schema.ts';
import { inTransaction } from '../db/transaction.ts';
import { sqlState } from '../db/violations.ts';
import { announceDraft } from '../drafts/author.ts';
import type { Deps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';
import { paced } from '../jobs/paced.ts';
import { collectNotified, emitNotificationsChange } from '../realtime/notifications/notify.ts';
import type { Target } from './content.ts';
import { loadSurroundings } from './context.ts';
import { endRuns, syncs, tell, tidy } from './endings.ts';
import { notifyOfRun } from './notices.ts';
import { failedOf, type Plan, planOf, sizeOf } from './plan.ts';
import { publish, type Seen } from './publish.ts';
import { endActive, insertRun, readRun, writeLog } from './runs.ts';
import { goOverAll, RunEnded, type Updates } from './scan.ts';
import type { Staging } from './stage.ts';

const say = translator('ru', syncLog);

interface Wanted {
  projectIds: readonly number[];
  onlyFailed: boolean;
  userId: number;
}

export interface StartedRun {
  run: SyncRun;
  /** The run as it ended, however it ended; never rejects for a fault of the run. */
  done: Promise<SyncRun>;
}

/**
 * Begins to publish to projects.
 * @throws {ApiFailure} 400 for a project that is none, or archived; 409 when a run is on, wherever it runs, or when
 * nothing has failed that could be done again.
 */
export const startRun = async (deps: Deps, wanted: Wanted): Promise<StartedRun> => {
  await syncs.failSilent(deps);
  const begun = await begin(deps, wanted);
  const done = carryOut(deps, begun);
  syncs.own(deps).set(begun.run.id, done);
  return { run: begun.run, done };
};

interface Begun {
  run: SyncRun;
  staging: Staging;
  plan: Plan;
  first: SyncLogItem[];
}

const begin = async (deps: Deps, { projectIds, onlyFailed, userId }: Wanted): Promise<Begun> => {
  const known = await targetsOf(deps, projectIds);
  // What was never published to has nothing that failed, and would count as published.
  const targets = onlyFailed ? await publishedOf(deps, known) : known;
  if (targets.length === 0) throw new ApiFailure('conflict', { said: say('refused.nothingFailed') });
  const names = targets.map(({ name }) => name).join(', ');
  try {
    return await deps.db.transaction(async tx => {
      // The run before the plan: where another one is just ending this waits, and then plans by what that one has made.
      const id = await insertRun(tx, { userId, onlyFailed, projectIds: targets.map(one => one.id), at: deps.clock() });
      const around = await loadSurroundings(tx);
      const plan = onlyFailed
        ? await failedOf(
            tx,
            targets.map(one => one.id),
          )
        : await planOf(tx, targets, around);
      const total = sizeOf(plan);
      if (onlyFailed && total === 0) throw new ApiFailure('conflict', { said: say('refused.nothingFailed') });
      const text = say(onlyFailed ? 'log.startedFailed' : 'log.started', { projects: names, total });
      const first = await writeLog(tx, id, [{ level: 'info', text }]);
      const run = await readRun(tx, id);
      if (!run) throw new Error('the run is gone as soon as it began');
      return { run, staging: { runId: id, targets, around }, plan, first };
    });
  } catch (error) {
    if (sqlState(error) !== '23505') throw error;
    throw new ApiFailure('conflict', { said: say('refused.running') });
  }
};

const targetsOf = async ({ db }: Deps, ids: readonly number[]): Promise<Target[]> => {
  const targets = await db
    .select({
      id: projects.id,
      code: projects.code,
      name: projects.name,
      platform: projects.platform,
      currency: projects.currency,
    })
    .from(projects)
    .where(and(inArray(projects.id, [...ids]), eq(projects.archived, false)))
    .orderBy(asc(projects.name), asc(projects.id));
  if (targets.length < new Set(ids).size) throw new ApiFailure('invalid', { said: say('refused.noProject') });
  return targets;
};

const publishedOf = async ({ db }: Deps, targets: readonly Target[]): Promise<Target[]> => {
  const rows = await db.select({ id: feeds.project_id }).from(feeds).where(isNotNull(feeds.run_id));
  const known = new Set(rows.map(({ id }) => id));
  return targets.filter(({ id }) => known.has(id));
};

const carryOut = async (deps: Deps, begun: Begun): Promise<SyncRun> => {
  const { id } = begun.run;
  const updates = paced<SyncLogItem, SyncCounts>(({ progress, items, counts }) =>
    tell(deps, { ...begun.run, progress, counts: counts ?? begun.run.counts }, items),
  );
  updates.update(0, begun.first, begun.run.counts);
  try {
    const onlyFailed = begun.run.only_failed;
    const seen = await syncs.beating(deps, id, () => goOverAll(deps, { ...begun, onlyFailed }, updates));
    // What publishes holds the run itself: a sign of life would only wait for it, and a connection with it.
    await finish(deps, begun, seen, updates);
    await tidy(deps, id);
  } catch (error) {
    await updates.flush();
    if (!(error instanceof RunEnded)) {
      syncs.fault(deps)(error);
      const end = () => endRuns(deps, eq(syncRuns.id, id), { to: 'failed', text: 'log.failed' });
      await syncs.end(deps, id, end).catch(syncs.fault(deps));
    }
  } finally {
    updates.end();
    syncs.own(deps).delete(id);
  }
  return (await readRun(deps.db, id).catch(syncs.fault(deps))) ?? begun.run;
};

/** Publishes what is staged, all at once. */
const finish = async (deps: Deps, { run, staging }: Begun, seen: Seen, updates: Updates): Promise<void> => {
  const at = deps.clock();
  const which = eq(syncRuns.id, run.id);
  const [finished, items, people] = await inTransaction(deps.db, async tx => {
    const people = collectNotified(at);
    // First, and with it the run is held: whoever cancels it comes too late or was there before.
    const [ended] = await endActive(tx, which, { to: 'finished', at });
    if (ended === undefined) throw new RunEnded(`synchronization ${run.id} was ended`);
    const { counts, lines } = await publish(tx, { ...staging, seen, onlyFailed: run.only_failed, at });
    await tx.update(syncRuns).set(columnsOf(counts)).where(which);
    const finished = await readRun(tx, run.id);
    if (!finished) throw new Error('a run that was finished is gone');
    const summary = finished.projects.map(project => ({ level: 'info' as const, text: say('log.project', project) }));
    const items = await writeLog(tx, run.id, [...lines, ...summary, { level: 'info', text: say('log.finished') }]);
    await notifyOfRun(tx, people, finished);
    return [finished, items, people] as const;
  });
  updates.update(99, items, finished.counts);
  await updates.flush();
  // Nothing more of a run that goes on, once its end is told.
  updates.end();
  tell(deps, finished, []);
  emitNotificationsChange(deps, people.userIds);
  if (!run.only_failed) announceDraft(deps, null);
};

const columnsOf = ({ published, removed, unchanged, faulty }: SyncCounts) => ({
  count_published: published,
  count_removed: removed,
  count_unchanged: unchanged,
  count_faulty: faulty,
});
