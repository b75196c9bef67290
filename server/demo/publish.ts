import { setTimeout as delay } from 'node:timers/promises';
import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import { drafts, feeds, notifications, projects, runs } from '../db/schema.ts';
import type { ServerDeps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';
import { activeStatuses } from '../jobs/runs.ts';
import { startRun } from '../publishing/publishingJob.ts';

/**
 * Publishes the demonstration data for the first time, as the author and at the time of the latest draft. Nothing is
 * then left to publish, and the history, the start page and the synchronization page agree. What is left to do depends
 * only on the database, so that the next start after a crash makes up for it.
 */
export const publishDemo = async (deps: ServerDeps): Promise<void> => {
  const [latest] = await deps.db
    .select()
    .from(drafts)
    .where(isNotNull(drafts.closed_at))
    .orderBy(desc(drafts.closed_at))
    .limit(1);
  const closedAt = latest?.closed_at;
  if (!closedAt || latest.manager_id === null || latest.run_id !== null) return;
  // After a crash, a run may go on that began before.
  const runId = (await waitForRun(deps, closedAt)) ?? (await publishAt(deps, closedAt, latest.manager_id));
  if (runId !== null) await backdate(deps, { runId, draftId: latest.id, closedAt });
};

/** @returns null if nothing was published */
const publishAt = async (deps: ServerDeps, closedAt: Date, authorId: number): Promise<number | null> => {
  if (await hasPublishingBegun(deps)) return null;
  const all = await deps.db.select({ id: projects.id }).from(projects);
  const request = {
    projectIds: all.map(({ id }) => id),
    onlyFailed: false,
    starter: { id: authorId, actorId: null },
  };
  // Null if another process is already publishing, or if no project is left.
  const startedRun = await startRun({ ...deps, clock: () => closedAt }, request).catch((error: unknown) => {
    if (error instanceof ApiFailure) return null;
    throw error;
  });
  return startedRun && (await startedRun.done).status === 'finished' ? startedRun.run.id : null;
};

/** Whether users have already worked with the data or published it. In this case, nothing is published here. */
const hasPublishingBegun = async ({ db }: ServerDeps): Promise<boolean> => {
  const open = db.select({ id: drafts.id }).from(drafts).where(isNull(drafts.closed_at)).limit(1);
  const publishedQuery = db
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.kind, 'publication'), eq(runs.status, 'finished')))
    .limit(1);
  return (await Promise.all([open, publishedQuery])).some(rows => rows.length > 0);
};

const POLL_INTERVAL_MS = 100;

/** Only the publication of the demonstration began when its latest draft was closed. @returns null if it has not finished */
const waitForRun = async ({ db }: ServerDeps, startedAt: Date): Promise<number | null> => {
  for (;;) {
    const [run] = await db
      .select({ id: runs.id, status: runs.status })
      .from(runs)
      .where(and(eq(runs.kind, 'publication'), eq(runs.started_at, startedAt)))
      .orderBy(desc(runs.id))
      .limit(1);
    if (!run || !activeStatuses.some(status => status === run.status))
      return run?.status === 'finished' ? run.id : null;
    await delay(POLL_INTERVAL_MS);
  }
};

interface Publication {
  runId: number;
  draftId: number;
  closedAt: Date;
}

/** A run that was resumed after a crash has ended at the present time. */
const backdate = ({ db }: ServerDeps, { runId, draftId, closedAt }: Publication): Promise<void> =>
  db.transaction(async tx => {
    await tx.update(runs).set({ finished_at: closedAt }).where(eq(runs.id, runId));
    await tx.update(feeds).set({ published_at: closedAt, changed_at: closedAt }).where(eq(feeds.run_id, runId));
    await tx.update(drafts).set({ run_id: runId }).where(eq(drafts.id, draftId));
    // The notifications are marked as read, because the publication is set in the past.
    await tx
      .update(notifications)
      .set({ created_at: closedAt, read_at: closedAt })
      .where(and(eq(notifications.kind, 'synchronization_finished'), isNull(notifications.read_at)));
  });
