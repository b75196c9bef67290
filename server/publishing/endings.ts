import { and, eq, inArray, sql } from 'drizzle-orm';
import { channels } from '#contract/events.ts';
import { getPagePath } from '#contract/pages.ts';
import type { SyncLogItem, SyncRun } from '#contract/synchronization.ts';
import { feedFailures, feedItems, runs } from '../db/schema.ts';
import { announceDraft } from '../drafts/author.ts';
import { countClosedDrafts } from '../drafts/closeDrafts.ts';
import type { ServerDeps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';
import { createRunEngine, silentRunCondition } from '../jobs/engine.ts';
import { translatePublishing } from '../translate.ts';
import { cleanUp } from './cleanUp.ts';
import { publicationStore } from './runs.ts';

const PAGE_PATH = getPagePath('synchronization');

/** Sends a run's progress with only the new log lines, since clients already have the earlier lines. */
export const emitUpdate = ({ realtime }: Pick<ServerDeps, 'realtime'>, run: SyncRun, stepItems: SyncLogItem[]): void =>
  realtime.emit(channels.synchronization, 'SYNCHRONIZATION_UPDATE', {
    run_id: run.id,
    status: run.status,
    progress: run.progress,
    counts: run.counts,
    stepItems,
  });

export const publications = createRunEngine({
  name: 'synchronization',
  store: publicationStore,
  lastLine: (_tx, _run, reason) => translatePublishing(`log.${reason === 'diskFull' ? 'failed' : reason}`),
  undo: async (tx, ids) => {
    for (const table of [feedItems, feedFailures]) await tx.delete(table).where(inArray(table.since, [...ids]));
  },
  emitEnd: (deps, run, item) => emitUpdate(deps, run, [item]),
  notice: ({ id, status, counts: { published, faulty } }, actorName) => {
    const link = `${PAGE_PATH}?run=${id}`;
    if (status === 'finished') return { kind: 'synchronization_finished', payload: { published, faulty }, link };
    if (status === 'failed') return { kind: 'synchronization_failed', payload: {}, link };
    return { kind: 'synchronization_canceled', payload: { by: actorName }, link };
  },
  maintain: deps => cleanUpRuns(deps),
});

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
const cleanUpRuns = async (deps: ServerDeps): Promise<void> => {
  const remainingRuns = await deps.db
    .update(runs)
    .set({ heartbeat_at: sql`now()` })
    .where(and(eq(runs.kind, 'publication'), eq(runs.status, 'finished'), eq(runs.is_tidy, false), silentRunCondition))
    .returning({ id: runs.id });
  for (const { id } of remainingRuns) await resumeCleanUp(deps, id);
};

/**
 * The cleanup after a published run. Nothing waits for the cleanup, and it can be repeated, so an interrupted cleanup
 * is resumed later.
 */
export const resumeCleanUp = (deps: ServerDeps, id: number): Promise<void> =>
  publications.withHeartbeat(deps, { id, attempt: 1 }, async () => {
    if (await countClosedDrafts(deps.db)) announceDraft(deps, null);
    await cleanUp(deps, id);
    await deps.db.update(runs).set({ is_tidy: true }).where(eq(runs.id, id));
  });
