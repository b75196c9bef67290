import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import { drafts, notifications, projects, runs } from '../db/schema.ts';
import type { ServerDeps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';
import { startRun } from '../publishing/publishingJob.ts';

/**
 * Publishes the demonstration data for the first time, as the author and at the time of the latest draft. Nothing is
 * then left to publish, and the history, the start page and the synchronization page agree. The decision whether to
 * publish depends only on the database, so that the next start after a crash makes up for it.
 */
export const publishDemo = async (deps: ServerDeps): Promise<void> => {
  const [latest] = await deps.db
    .select()
    .from(drafts)
    .where(isNotNull(drafts.closed_at))
    .orderBy(desc(drafts.closed_at))
    .limit(1);
  const closedAt = latest?.closed_at;
  if (!closedAt || latest.manager_id === null || (await hasPublishingBegun(deps))) return;
  const all = await deps.db.select({ id: projects.id }).from(projects);
  const request = {
    projectIds: all.map(({ id }) => id),
    onlyFailed: false,
    starter: { id: latest.manager_id, actorId: null },
  };
  // Null if another process is already publishing, or if no project is left.
  const startedRun = await startRun({ ...deps, clock: () => closedAt }, request).catch((error: unknown) => {
    if (error instanceof ApiFailure) return null;
    throw error;
  });
  if (!startedRun) return;
  const { run, done } = startedRun;
  if ((await done).status !== 'finished') return;
  await deps.db.update(drafts).set({ run_id: run.id }).where(eq(drafts.id, latest.id));
  // The notifications are marked as read, because the publication is set in the past.
  await deps.db
    .update(notifications)
    .set({ read_at: closedAt })
    .where(and(eq(notifications.kind, 'synchronization_finished'), isNull(notifications.read_at)));
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
