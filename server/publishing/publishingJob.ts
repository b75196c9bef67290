import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm';
import { countExcluded, type SyncCounts, type SyncLogItem, type SyncRun } from '#contract/synchronization.ts';
import type { Database } from '../db/database.ts';
import { feeds, projects, runs, syncRunProjects } from '../db/schema.ts';
import { inTransaction } from '../db/transaction.ts';
import { announceDraft } from '../drafts/author.ts';
import type { Deps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';
import { toAlreadyRunningError } from '../jobs/engine.ts';
import { paceUpdates } from '../jobs/paceUpdates.ts';
import type { RunStarter } from '../jobs/runs.ts';
import { collectNotified, emitNotificationsChange } from '../realtime/notifications/notify.ts';
import { getLanguage, translatePublishing } from '../translate.ts';
import type { PublishTarget } from './content.ts';
import { loadPublishContext } from './context.ts';
import { emitUpdate, publications, resumeCleanUp } from './endings.ts';
import { describeReasons } from './exclusionReasons.ts';
import {
  countPlannedRecords,
  type FeedState,
  type PublicationPlan,
  planFailedRecords,
  planRecords,
  readFeedStates,
} from './plan.ts';
import { type CheckedVersions, publish } from './publish.ts';
import { publicationStore } from './runs.ts';
import { type ScanUpdates, stageAllRecords } from './scan.ts';
import type { Staging, StagingLine } from './stage.ts';

interface RunRequest {
  projectIds: readonly number[];
  onlyFailed: boolean;
  by: RunStarter;
}

export interface StartedRun {
  run: SyncRun;
  /** Never rejects because of an error in the run, whose outcome is in the result. */
  done: Promise<SyncRun>;
}

/**
 * @throws {ApiFailure} 400 for an unknown or archived project; 409 when a run is active in any process, or when
 * `onlyFailed` is set and nothing has failed
 */
export const startRun = async (deps: Deps, request: RunRequest): Promise<StartedRun> => {
  await publications.failSilent(deps);
  const prepared = await beginPublication(deps, request);
  return { run: prepared.run, done: executePublication(deps, prepared) };
};

interface PreparedRun {
  run: SyncRun;
  staging: Staging;
  plan: PublicationPlan;
  feedStates: readonly FeedState[];
  first: SyncLogItem[];
}

const beginPublication = async (deps: Deps, { projectIds, onlyFailed, by }: RunRequest): Promise<PreparedRun> => {
  const known = await readTargets(deps, projectIds);
  // A project that was never published to has no failures, but including it would mark it as published.
  const targets = onlyFailed ? await filterPublished(deps, known) : known;
  if (targets.length === 0) throw new ApiFailure('conflict', { message: translatePublishing('refused.nothingFailed') });
  const names = targets.map(({ name }) => name).join(', ');
  try {
    return await deps.db.transaction(async tx => {
      // The run is inserted before the plan is made: if another run is just ending, this waits for it and plans from
      // its result.
      const details = { only_failed: onlyFailed };
      const id = await publicationStore.insertRun(tx, { by, at: deps.clock(), details });
      await insertProjects(tx, id, targets);
      const around = await loadPublishContext(tx);
      const feedStates = await readFeedStates(tx, targets, around);
      const plan = onlyFailed
        ? await planFailedRecords(
            tx,
            targets.map(one => one.id),
          )
        : await planRecords(tx, feedStates);
      const total = countPlannedRecords(plan);
      if (onlyFailed && total === 0)
        throw new ApiFailure('conflict', { message: translatePublishing('refused.nothingFailed') });
      const text = translatePublishing(onlyFailed ? 'log.startedFailed' : 'log.started', { projects: names, total });
      const causes = onlyFailed ? [] : createCauseLines(feedStates);
      const first = await publicationStore.writeLog(tx, id, [{ level: 'info', text }, ...causes]);
      const run = await publicationStore.readRun(tx, id);
      if (!run) throw new Error('the run is gone as soon as it began');
      return { run, staging: { runId: id, targets, around }, plan, feedStates, first };
    });
  } catch (error) {
    throw toAlreadyRunningError(error, translatePublishing('refused.running'));
  }
};

/** A first publication needs no explanation why every record is checked. */
const createCauseLines = (feedStates: readonly FeedState[]): StagingLine[] =>
  (['shape', 'settings'] as const).flatMap(cause => {
    const names = feedStates.filter(feedState => feedState.cause === cause).map(({ target }) => target.name);
    return names.length > 0
      ? [createInfoLine(translatePublishing(`cause.${cause}`, { projects: names.join(', ') }))]
      : [];
  });

const createInfoLine = (text: string): StagingLine => ({ level: 'info', text });

const insertProjects = async (tx: Database, run_id: number, targets: readonly PublishTarget[]): Promise<void> => {
  await tx.insert(syncRunProjects).values(targets.map(({ id }) => ({ run_id, project_id: id })));
};

const readTargets = async ({ db }: Deps, ids: readonly number[]): Promise<PublishTarget[]> => {
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
  if (targets.length < new Set(ids).size)
    throw new ApiFailure('invalid', { message: translatePublishing('refused.noProject') });
  return targets;
};

const filterPublished = async ({ db }: Deps, targets: readonly PublishTarget[]): Promise<PublishTarget[]> => {
  const rows = await db.select({ id: feeds.project_id }).from(feeds).where(isNotNull(feeds.run_id));
  const known = new Set(rows.map(({ id }) => id));
  return targets.filter(({ id }) => known.has(id));
};

const executePublication = (deps: Deps, prepared: PreparedRun): Promise<SyncRun> => {
  const { id, only_failed: onlyFailed } = prepared.run;
  const updates = paceUpdates<SyncLogItem, SyncCounts>(({ progress, items, counts }) =>
    emitUpdate(deps, { ...prepared.run, progress, counts: counts ?? prepared.run.counts }, items),
  );
  updates.update(0, prepared.first, prepared.run.counts);
  let checked: CheckedVersions;
  return publications.carryOut(deps, {
    run: prepared.run,
    work: async () => {
      checked = await stageAllRecords(deps, { ...prepared, onlyFailed }, updates);
    },
    // `publish` locks the run's row: a heartbeat would only wait for the lock and occupy a connection.
    finish: async () => {
      await finishPublication(deps, prepared, checked, updates);
      await resumeCleanUp(deps, id).catch(publications.fault(deps));
    },
    flush: updates.flush,
    close: updates.end,
  });
};

const createProjectLine = ({ target, published_at }: FeedState, counts: SyncCounts): StagingLine => {
  const values = { name: target.name, ...counts, leftOut: countExcluded(counts) };
  const since = published_at?.toLocaleDateString(getLanguage());
  return createInfoLine(
    since ? translatePublishing('log.projectSince', { ...values, since }) : translatePublishing('log.project', values),
  );
};

const createReasonLines = (counts: SyncCounts): StagingLine[] =>
  (['leftOut', 'faults'] as const).flatMap(of => {
    const reasons = describeReasons(counts, of, reason => translatePublishing(`reason.${reason}`));
    return reasons ? [createInfoLine(translatePublishing(`log.${of}`, { reasons }))] : [];
  });

/** Publishes all staged rows in one transaction, so that readers never see half a run. */
const finishPublication = async (
  deps: Deps,
  { run, staging, feedStates }: PreparedRun,
  checked: CheckedVersions,
  updates: ScanUpdates,
): Promise<void> => {
  const at = deps.clock();
  const [finished, items, people] = await inTransaction(deps.db, async tx => {
    const people = collectNotified(at);
    // Must come first, because it locks the run; from here on it is too late to cancel.
    await publications.finishRun(tx, run.id, at);
    const published = await publish(tx, { ...staging, checked, onlyFailed: run.only_failed, at });
    const { counts, lines } = published;
    await tx.update(runs).set({ counts }).where(eq(runs.id, run.id));
    const finished = await publicationStore.readRun(tx, run.id);
    if (!finished) throw new Error('a run that was finished is gone');
    const summary = feedStates.map(feedState => createProjectLine(feedState, published.ofProject(feedState.target.id)));
    const items = await publicationStore.writeLog(tx, run.id, [
      ...lines,
      ...summary,
      ...createReasonLines(counts),
      createInfoLine(translatePublishing('log.finished')),
    ]);
    await publications.notifyOfEnd(tx, people, finished);
    return [finished, items, people] as const;
  });
  updates.update(99, items, finished.counts);
  await updates.flush();
  // The end must be the last event of a run.
  updates.end();
  emitUpdate(deps, finished, []);
  emitNotificationsChange(deps, people.userIds);
  if (!run.only_failed) announceDraft(deps, null);
};
