import { asc, eq, inArray } from 'drizzle-orm';
import {
  emptySyncCounts,
  type SyncCounts,
  type SyncLogItem,
  type SyncRun,
  type SyncStatus,
} from '#contract/synchronization.ts';
import type { Database } from '../db/database.ts';
import { projects, syncRunProjects } from '../db/schema.ts';
import { createRunStore } from '../jobs/runs.ts';

export const publicationStore = createRunStore<SyncRun, SyncLogItem, SyncCounts, { only_failed: boolean }>({
  kind: 'publication',
  counts: emptySyncCounts,
  present: async (db, runs) => {
    const projectsByRun = await readProjects(
      db,
      runs.map(({ id }) => id),
    );
    return runs.map(({ details, elapsed: _, ...run }) => ({
      ...run,
      status: run.status as SyncStatus,
      only_failed: details.only_failed,
      projects: projectsByRun.get(run.id) ?? [],
    }));
  },
});

const readProjects = async (db: Database, ids: readonly number[]): Promise<Map<number, SyncRun['projects']>> => {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      run_id: syncRunProjects.run_id,
      id: projects.id,
      code: projects.code,
      name: projects.name,
      published: syncRunProjects.published,
      removed: syncRunProjects.removed,
      faulty: syncRunProjects.faulty,
    })
    .from(syncRunProjects)
    .innerJoin(projects, eq(projects.id, syncRunProjects.project_id))
    .where(inArray(syncRunProjects.run_id, [...ids]))
    .orderBy(asc(projects.name), asc(projects.id));
  const projectsByRun = new Map<number, SyncRun['projects']>();
  for (const { run_id, ...project } of rows) projectsByRun.set(run_id, [...(projectsByRun.get(run_id) ?? []), project]);
  return projectsByRun;
};
