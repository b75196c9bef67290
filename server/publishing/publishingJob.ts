import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm';
import { countExcluded, type SyncCounts, type SyncLogItem, type SyncRun } from '#contract/synchronization.ts';
import type { Database } from '../db/database.ts';
import { feeds, projects, runs, syncRunProjects } from '../db/schema.ts';
import { inTransaction } from '../db/transaction.ts';
import { announceDraft } from '../drafts/author.ts';
import type { ServerDeps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';
import { toAlreadyRunningError } from '../jobs/engine.ts';
import { paceUpdates } from '../jobs/paceUpdates.ts';
import type { RunStarter } from '../jobs/runs.ts';
import { collectNotified, emitNotificationsChange } from '../realtime/notifications/notify.ts';
import { getLanguage, translatePublishing } from '../translate.ts';
import type { PublishTarget } from './content.ts';
import { loadPublishContext } from './context.ts';
import { emitUpdate, publications, resumeCleanUp } from './endings.ts';
import { formatReasonCounts } from './exclusionReasons.ts';
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
  starter: RunStarter;
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
export const startRun = async (deps: ServerDeps, request: RunRequest): Promise<StartedRun> => {
  await publications.failSilent(deps);
  const preparedRun = await beginPublication(deps, request);
  return { run: preparedRun.run, done: executePublication(deps, preparedRun) };
};

interface PreparedRun {
  run: SyncRun;
  staging: Staging;
  plan: PublicationPlan;
  feedStates: readonly FeedState[];
  first: SyncLogItem[];
}

const beginPublication = async (
  deps: ServerDeps,
  { projectIds, onlyFailed, starter }: RunRequest,
): Promise<PreparedRun> => {
  const knownTargets = await readTargets(deps, projectIds);
  // A project without any publication has no failures, but including it here would mark it as published.
  const targets = onlyFailed ? await filterPublished(deps, knownTargets) : knownTargets;
  if (targets.length === 0) throw new ApiFailure('conflict', { message: translatePublishing('refused.nothingFailed') });
  const names = targets.map(({ name }) => name).join(', ');
  try {
    return await deps.db.transaction(async tx => {
      // The run is inserted before the plan is made. If another run is just ending, the insert waits for it, and the
      // plan is based on its result.
      const details = { only_failed: onlyFailed };
      const id = await publicationStore.insertRun(tx, { starter, at: deps.clock(), details });
      await insertProjects(tx, id, targets);
      const context = await loadPublishContext(tx);
      const feedStates = await readFeedStates(tx, targets, context);
      const plan = onlyFailed
        ? await planFailedRecords(
            tx,
            targets.map(target => target.id),
          )
        : await planRecords(tx, feedStates);
      const total = countPlannedRecords(plan);
      if (onlyFailed && total === 0)
        throw new ApiFailure('conflict', { message: translatePublishing('refused.nothingFailed') });
      const text = translatePublishing(onlyFailed ? 'log.startedFailed' : 'log.started', { projects: names, total });
      const causeLines = onlyFailed ? [] : createCauseLines(feedStates);
      const first = await publicationStore.writeLog(tx, id, [{ level: 'info', text }, ...causeLines]);
      const run = await publicationStore.readRun(tx, id);
      if (!run) throw new Error('the run is gone as soon as it began');
      return { run, staging: { runId: id, targets, context }, plan, feedStates, first };
    });
  } catch (error) {
    throw toAlreadyRunningError(error, translatePublishing('refused.running'));
  }
};

/** For a first publication, there is no need to explain why every record is checked. */
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

const readTargets = async ({ db }: ServerDeps, ids: readonly number[]): Promise<PublishTarget[]> => {
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

const filterPublished = async ({ db }: ServerDeps, targets: readonly PublishTarget[]): Promise<PublishTarget[]> => {
  const rows = await db.select({ id: feeds.project_id }).from(feeds).where(isNotNull(feeds.run_id));
  const knownIds = new Set(rows.map(({ id }) => id));
  return targets.filter(({ id }) => knownIds.has(id));
};

const executePublication = (deps: ServerDeps, preparedRun: PreparedRun): Promise<SyncRun> => {
  const { id, only_failed: onlyFailed } = preparedRun.run;
  const updates = paceUpdates<SyncLogItem, SyncCounts>(({ progress, items, counts }) =>
    emitUpdate(deps, { ...preparedRun.run, progress, counts: counts ?? preparedRun.run.counts }, items),
  );
  updates.update(0, preparedRun.first, preparedRun.run.counts);
  let checkedVersions: CheckedVersions;
  return publications.carryOut(deps, {
    run: preparedRun.run,
    execute: async () => {
      checkedVersions = await stageAllRecords(deps, { ...preparedRun, onlyFailed }, updates);
    },
    // `publish` locks the run's row: a heartbeat would only wait for the lock and occupy a connection.
    finish: async () => {
      await finishPublication(deps, preparedRun, checkedVersions, updates);
      await resumeCleanUp(deps, id).catch(publications.createErrorHandler(deps));
    },
    flush: updates.flush,
    close: updates.end,
  });
};

const createProjectLine = ({ target, published_at }: FeedState, counts: SyncCounts): StagingLine => {
  const values = { name: target.name, ...counts, leftOut: countExcluded(counts) };
  const publishedOn = published_at?.toLocaleDateString(getLanguage());
  return createInfoLine(
    publishedOn
      ? translatePublishing('log.projectSince', { ...values, since: publishedOn })
      : translatePublishing('log.project', values),
  );
};

const createReasonLines = (counts: SyncCounts): StagingLine[] =>
  (['leftOut', 'faults'] as const).flatMap(reasonKind => {
    const reasons = formatReasonCounts(counts, reasonKind, reason => translatePublishing(`reason.${reason}`));
    return reasons ? [createInfoLine(translatePublishing(`log.${reasonKind}`, { reasons }))] : [];
  });

/** Publishes all staged rows in one transaction, so that readers never see half a run. */
const finishPublication = async (
  deps: ServerDeps,
  { run, staging, feedStates }: PreparedRun,
  checkedVersions: CheckedVersions,
  updates: ScanUpdates,
): Promise<void> => {
  const timestamp = deps.clock();
  const [finishedRun, items, notifiedUsers] = await inTransaction(deps.db, async tx => {
    const notifiedUsers = collectNotified(timestamp);
    // Must come first, because it locks the run; from here on it is too late to cancel.
    await publications.finishRun(tx, run.id, timestamp);
    const publishResult = await publish(tx, {
      ...staging,
      checkedVersions,
      onlyFailed: run.only_failed,
      at: timestamp,
    });
    const { counts, lines } = publishResult;
    await tx.update(runs).set({ counts }).where(eq(runs.id, run.id));
    const finishedRun = await publicationStore.readRun(tx, run.id);
    if (!finishedRun) throw new Error('a run that was finished is gone');
    const summary = feedStates.map(feedState =>
      createProjectLine(feedState, publishResult.getProjectCounts(feedState.target.id)),
    );
    const items = await publicationStore.writeLog(tx, run.id, [
      ...lines,
      ...summary,
      ...createReasonLines(counts),
      createInfoLine(translatePublishing('log.finished')),
    ]);
    await publications.notifyOfEnd(tx, notifiedUsers, finishedRun);
    return [finishedRun, items, notifiedUsers] as const;
  });
  updates.update(99, items, finishedRun.counts);
  await updates.flush();
  // The end must be the last event of a run.
  updates.end();
  emitUpdate(deps, finishedRun, []);
  emitNotificationsChange(deps, notifiedUsers.userIds);
  if (!run.only_failed) announceDraft(deps, null);
};
