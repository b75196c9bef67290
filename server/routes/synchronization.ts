import { eq } from 'drizzle-orm';
import { toAuthor, withAuthor } from '../accounts/author.ts';
import type { Caller } from '../accounts/session/caller.ts';
import type { Database } from '../db/database.ts';
import { projects } from '../db/schema.ts';
import type { Handlers } from '../http/bindEndpoints.ts';
import type { ServerDeps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';
import { createFeedKey, revokeFeedKey } from '../publishing/feeds/key.ts';
import { readProjects } from '../publishing/projects.ts';
import { cancelRun, publications, startRun } from '../publishing/publishingJob.ts';
import { publicationStore } from '../publishing/runs.ts';
import { recordEvent } from '../security/recordEvents.ts';

export const synchronizationHandlers = (deps: ServerDeps): Handlers['synchronization'] => ({
  state: async () => ({ running: await publications.current(deps), projects: await readProjects(deps.db) }),
  start: async ({ body, caller }) => {
    const { project_ids: projectIds, only_failed: onlyFailed } = body;
    return (await startRun(deps, { projectIds, onlyFailed, starter: toAuthor(caller) })).run;
  },
  runs: ({ query }) => publicationStore.readPage(deps.db, deps.clock(), query),
  run: async ({ params, query }) => {
    const run = await publicationStore.readRun(deps.db, params.id);
    if (!run) throw new ApiFailure('notFound');
    return { ...run, ...(await publicationStore.readLog(deps.db, run.id, query)) };
  },
  cancel: ({ params, caller }) => cancelRun(withAuthor(deps, caller), params.id, caller.id),
  makeKey: async ({ params, caller }) => ({
    key: await changeFeedKey(deps, caller, params.id, 'key_issued', createFeedKey),
  }),
  dropKey: async ({ params, caller }) => {
    await changeFeedKey(deps, caller, params.id, 'key_revoked', revokeFeedKey);
    return null;
  },
});

/** @throws {ApiFailure} 404 */
const changeFeedKey = <T>(
  { db, clock }: ServerDeps,
  caller: Caller,
  id: number,
  kind: 'key_issued' | 'key_revoked',
  operation: (tx: Database, id: number) => Promise<T>,
): Promise<T> =>
  db.transaction(async tx => {
    const [project] = await tx.select({ name: projects.name }).from(projects).where(eq(projects.id, id));
    if (!project) throw new ApiFailure('notFound');
    const subject = { resource: 'settings/project', id, name: project.name };
    await recordEvent(tx, clock(), toAuthor(caller), { kind, about: subject });
    return operation(tx, id);
  });
