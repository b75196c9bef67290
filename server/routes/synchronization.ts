import { eq } from 'drizzle-orm';
import { projects } from '../db/schema.ts';
import type { Handlers } from '../http/bindEndpoints.ts';
import type { Deps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';
import { cancelRun, publications } from '../publishing/endings.ts';
import { dropKey, makeKey } from '../publishing/feeds/key.ts';
import { startRun } from '../publishing/job.ts';
import { readProjects } from '../publishing/projects.ts';
import { keptPublications } from '../publishing/runs.ts';

/** Publication to projects, its runs, and the keys of feeds. */
export const synchronizationHandlers = (deps: Deps): Handlers['synchronization'] => ({
  state: async () => ({ running: await publications.current(deps), projects: await readProjects(deps.db) }),
  start: async ({ body, caller }) => {
    const { project_ids: projectIds, only_failed: onlyFailed } = body;
    return (await startRun(deps, { projectIds, onlyFailed, userId: caller.id })).run;
  },
  runs: ({ query }) => keptPublications.readPage(deps.db, deps.clock(), query),
  run: async ({ params, query }) => {
    const run = await keptPublications.readRun(deps.db, params.id);
    if (!run) throw new ApiFailure('notFound');
    return { ...run, ...(await keptPublications.readLog(deps.db, run.id, query)) };
  },
  cancel: ({ params, caller }) => cancelRun(deps, params.id, caller.id),
  makeKey: async ({ params }) => {
    await checkProject(deps, params.id);
    return { key: await makeKey(deps.db, params.id) };
  },
  dropKey: async ({ params }) => {
    await checkProject(deps, params.id);
    await dropKey(deps.db, params.id);
    return null;
  },
});

/** @throws {ApiFailure} 404 */
const checkProject = async ({ db }: Deps, id: number): Promise<void> => {
  const [project] = await db.select({ id: projects.id }).from(projects).where(eq(projects.id, id));
  if (!project) throw new ApiFailure('notFound');
};
