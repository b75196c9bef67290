import { and, eq, inArray, sql } from 'drizzle-orm';
import { endpoints } from '#contract/endpoints.ts';
import { channels } from '#contract/events.ts';
import { getPagePath } from '#contract/pages.ts';
import { isAllowed } from '#contract/permissions.ts';
import {
  countExcluded,
  emptySyncCounts,
  type SyncCounts,
  type SyncLogItem,
  type SyncRun,
} from '#contract/synchronization.ts';
import { findRunCaller } from '../accounts/session/caller.ts';
import type { Database } from '../db/database.ts';
import { feedFailures, feedItems, runs } from '../db/schema.ts';
import { inTransaction } from '../db/transaction.ts';
import { announceDraft } from '../drafts/author.ts';
import { countClosedDrafts } from '../drafts/closeDrafts.ts';
import type { ServerDeps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';
import { FIRST_ATTEMPT, type RunAttempt } from '../jobs/createTakeover.ts';
import { silentRunCondition } from '../jobs/deadRunSweep.ts';
import { createRunEngine, toAlreadyRunningError } from '../jobs/engine.ts';
import { paceUpdates } from '../jobs/paceUpdates.ts';
import type { RunStarter } from '../jobs/runs.ts';
import { collectNotified, emitNotificationsChange } from '../realtime/notifications/notify.ts';
import { getLanguage, translatePublishing } from '../translate.ts';
import { cleanUp } from './cleanUp.ts';
import { formatReasonCounts } from './exclusionReasons.ts';
import { countPlannedRecords, type FeedState } from './plan.ts';
import {
  insertProjects,
  type PreparedPublication,
  preparePublication,
  readTargets,
  readTargetsToResume,
} from './preparePublication.ts';
import { type CheckedVersions, copyCheckedVersions, publish } from './publish.ts';
import { publicationStore } from './runs.ts';
import { type ScanUpdates, stageAllRecords } from './scan.ts';
import { removeUnplannedRows, type StagingLine } from './stage.ts';

const PAGE_PATH = getPagePath('synchronization');

/** Sends a run's progress with only the new log lines, since clients already have the earlier lines. */
const emitUpdate = ({ realtime }: Pick<ServerDeps, 'realtime'>, run: SyncRun, stepItems: SyncLogItem[]): void =>
  realtime.emit(channels.synchronization, 'SYNCHRONIZATION_UPDATE', {
    run_id: run.id,
    status: run.status,
    progress: run.progress,
    counts: run.counts,
    stepItems,
  });

const removeStagedRows = async (tx: Database, ids: readonly number[]): Promise<void> => {
  for (const table of [feedItems, feedFailures]) await tx.delete(table).where(inArray(table.since, [...ids]));
};

export const publications = createRunEngine({
  name: 'synchronization',
  store: publicationStore,
  lastLine: (_tx, _run, reason) => translatePublishing(`log.${reason === 'diskFull' ? 'failed' : reason}`),
  undo: removeStagedRows,
  emitEnd: (deps, run, item) => emitUpdate(deps, run, [item]),
  notice: ({ id, status, counts: { published, faulty } }, actorName) => {
    const link = `${PAGE_PATH}?run=${id}`;
    if (status === 'finished') return { kind: 'synchronization_finished', payload: { published, faulty }, link };
    if (status === 'failed') return { kind: 'synchronization_failed', payload: {}, link };
    return { kind: 'synchronization_canceled', payload: { by: actorName }, link };
  },
  maintain: (deps, signal) => cleanUpRuns(deps, signal),
  resume: {
    possibleCondition: sql`true`,
    carryOn: (deps, attempt, signal) => resumePublication(deps, attempt, signal),
  },
});

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

interface PublicationJob extends PreparedPublication {
  run: SyncRun;
  attempt: number;
  first: SyncLogItem[];
}

/**
 * @throws {ApiFailure} 400 for an unknown or archived project; 409 when a run is active in any process, or when
 * `onlyFailed` is set and nothing has failed
 */
export const startRun = async (deps: ServerDeps, request: RunRequest): Promise<StartedRun> => {
  await publications.failSilent(deps);
  const job = await beginPublication(deps, request);
  return { run: job.run, done: executePublication(deps, job) };
};

const beginPublication = async (
  deps: ServerDeps,
  { projectIds, onlyFailed, starter }: RunRequest,
): Promise<PublicationJob> => {
  const targets = await readTargets(deps.db, { projectIds, onlyFailed });
  if (targets.length === 0) throw new ApiFailure('conflict', { message: translatePublishing('refused.nothingFailed') });
  try {
    return await deps.db.transaction(async tx => {
      // The run is inserted before the plan is made. If another run is just ending, the insert waits for it, and the
      // plan is based on its result.
      const details = { only_failed: onlyFailed };
      const id = await publicationStore.insertRun(tx, { starter, at: deps.clock(), details });
      await insertProjects(tx, id, targets);
      const prepared = await preparePublication(tx, { runId: id, targets, onlyFailed });
      const total = countPlannedRecords(prepared.plan);
      if (onlyFailed && total === 0)
        throw new ApiFailure('conflict', { message: translatePublishing('refused.nothingFailed') });
      const names = targets.map(({ name }) => name).join(', ');
      const text = translatePublishing(onlyFailed ? 'log.startedFailed' : 'log.started', { projects: names, total });
      const causeLines = onlyFailed ? [] : createCauseLines(prepared.feedStates);
      const first = await publicationStore.writeLog(tx, id, [{ level: 'info', text }, ...causeLines]);
      const run = await publicationStore.readRun(tx, id);
      if (!run) throw new Error('the run is gone as soon as it began');
      return { ...prepared, run, attempt: 1, first };
    });
  } catch (error) {
    throw toAlreadyRunningError(error, translatePublishing('refused.running'));
  }
};

/** Checks and stages all records again, because nothing of a run is published before its end. */
const resumePublication = async (deps: ServerDeps, { id, attempt }: RunAttempt, signal: AbortSignal): Promise<void> => {
  const run = await publicationStore.readRun(deps.db, id);
  const caller = run && (await findRunCaller(deps, { userId: run.user.id, actorId: run.user.acted_by?.id ?? null }));
  if (!caller || !isAllowed(endpoints.synchronization.start.access, caller.grantedSlugs))
    throw new Error(`nobody can carry on publication ${id}`);
  const { only_failed: onlyFailed, projects } = run;
  const counts = { ...emptySyncCounts };
  signal.throwIfAborted();
  const begin = (tx: Database) => publicationStore.writeStep(tx, id, { attempt, progress: 0, counts });
  // Before the preparation, which takes seconds with many records and would hide the line until its end.
  const first = await deps.db.transaction(async tx => {
    if (attempt === FIRST_ATTEMPT || !(await begin(tx))) return [];
    return publicationStore.writeLog(tx, id, [{ level: 'info', text: translatePublishing('log.resumed') }]);
  });
  const prepared = await deps.db.transaction(async tx => {
    if (!(await begin(tx))) return null;
    const targets = await readTargetsToResume(
      tx,
      projects.map(project => project.id),
    );
    const prepared = await preparePublication(tx, { runId: id, targets, onlyFailed });
    await removeUnplannedRows(tx, id, prepared.plan);
    return prepared;
  });
  signal.throwIfAborted();
  if (prepared) void executePublication(deps, { ...prepared, first, run: { ...run, progress: 0, counts }, attempt });
};

/** For a first publication, there is no need to explain why every record is checked. */
const createCauseLines = (feedStates: readonly FeedState[]): StagingLine[] =>
  (['shape', 'history', 'settings'] as const).flatMap(cause => {
    const names = feedStates.filter(feedState => feedState.cause === cause).map(({ target }) => target.name);
    return names.length > 0
      ? [createInfoLine(translatePublishing(`cause.${cause}`, { projects: names.join(', ') }))]
      : [];
  });

const createInfoLine = (text: string): StagingLine => ({ level: 'info', text });

const executePublication = (deps: ServerDeps, job: PublicationJob): Promise<SyncRun> => {
  const { run, attempt } = job;
  const updates = paceUpdates<SyncLogItem, SyncCounts>(({ progress, items, counts }) =>
    emitUpdate(deps, { ...run, progress, counts: counts ?? run.counts }, items),
  );
  updates.update(0, job.first, run.counts);
  let checkedVersions: CheckedVersions;
  return publications.carryOut(deps, {
    run,
    attempt,
    execute: async signal => {
      checkedVersions = await stageAllRecords(deps, { ...job, signal }, updates);
    },
    // `publish` locks the run's row: a heartbeat would only wait for the lock and occupy a connection.
    finish: async signal => {
      await finishPublication(deps, job, checkedVersions, updates);
      await resumeCleanUp(deps, { id: run.id, attempt }, signal).catch(publications.createErrorHandler(deps));
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
  { run, attempt, staging, feedStates }: PublicationJob,
  checkedVersions: CheckedVersions,
  updates: ScanUpdates,
): Promise<void> => {
  const timestamp = deps.clock();
  const [finishedRun, items, notifiedUsers] = await inTransaction(deps.db, async tx => {
    const notifiedUsers = collectNotified(timestamp);
    // Must come first, because it locks the run; from here on it is too late to cancel.
    await publications.finishRun(tx, { id: run.id, attempt }, timestamp);
    const publishResult = await publish(tx, {
      ...staging,
      checkedVersions: copyCheckedVersions(checkedVersions),
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

/** @throws {ApiFailure} 404; 409 when it has already ended */
export const cancelRun = async (deps: ServerDeps, id: number, userId: number): Promise<SyncRun> => {
  const [endedRun] = await publications.endRuns(deps, eq(runs.id, id), { reason: 'canceled', userId });
  if (endedRun) return endedRun;
  const knownRun = await publicationStore.readRun(deps.db, id);
  throw knownRun
    ? new ApiFailure('conflict', { message: translatePublishing('refused.ended') })
    : new ApiFailure('notFound');
};

/** A process may have died or failed before its run was cleaned up. */
const cleanUpRuns = async (deps: ServerDeps, signal: AbortSignal): Promise<void> => {
  const remainingRuns = await deps.db
    .update(runs)
    .set({ heartbeat_at: sql`now()` })
    .where(and(eq(runs.kind, 'publication'), eq(runs.status, 'finished'), eq(runs.is_tidy, false), silentRunCondition))
    .returning({ id: runs.id, attempt: runs.attempt });
  for (const run of remainingRuns) await resumeCleanUp(deps, run, signal);
};

/**
 * The cleanup after a published run. Nothing waits for the cleanup, and it can be repeated, so an interrupted cleanup
 * is resumed later, also by another process if this one stops (`signal`).
 */
const resumeCleanUp = (deps: ServerDeps, run: RunAttempt, signal: AbortSignal): Promise<void> =>
  publications
    .withHeartbeat(deps, run, async () => {
      signal.throwIfAborted();
      if (await countClosedDrafts(deps.db)) announceDraft(deps, null);
      await cleanUp(deps, run.id, signal);
      await deps.db.update(runs).set({ is_tidy: true }).where(eq(runs.id, run.id));
    })
    .catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
