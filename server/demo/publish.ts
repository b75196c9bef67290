import { desc, eq } from 'drizzle-orm';
import { drafts, notifications, projects } from '../db/schema.ts';
import type { Deps } from '../http/deps.ts';
import { startRun } from '../publishing/publishingJob.ts';

/**
 * Publishes the demonstration data for the first time, in the name and at the time of its latest draft, so that nothing
 * waits to be published and the history, the start page and the synchronization agree.
 */
export const publishDemo = async (deps: Deps): Promise<void> => {
  const [latest] = await deps.db.select().from(drafts).orderBy(desc(drafts.closed_at)).limit(1);
  const at = latest?.closed_at;
  if (!at || latest.manager_id === null) return;
  const all = await deps.db.select({ id: projects.id }).from(projects);
  const { run, done } = await startRun(
    { ...deps, clock: () => at },
    { projectIds: all.map(({ id }) => id), onlyFailed: false, by: { id: latest.manager_id, actorId: null } },
  );
  await done;
  await deps.db.update(drafts).set({ run_id: run.id }).where(eq(drafts.id, latest.id));
  // It is part of the past, so nobody is told of it.
  await deps.db.update(notifications).set({ read_at: at });
};
