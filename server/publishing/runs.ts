import { and, asc, count, desc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import type { SyncCounts, SyncLogItem, SyncRun, SyncStatus } from '#contract/synchronization.ts';
import type { Database } from '../db/database.ts';
import { projects, syncLog, syncRunProjects, syncRuns, users } from '../db/schema.ts';
import { translate } from '../translate.ts';
import type { Line } from './stage.ts';

/** The runs of the synchronization and their log, as the database keeps them. */

export const isActive: SQL = eq(syncRuns.status, 'processing');

/** Runs that meet a condition, the latest first. */
const readRuns = async (
  db: Database,
  where?: SQL,
  { limit, offset = 0 }: { limit?: number; offset?: number } = {},
): Promise<SyncRun[]> => {
  const found = db
    .select({ run: syncRuns, name: sql<string | null>`${users.first_name} || ' ' || ${users.last_name}` })
    .from(syncRuns)
    .leftJoin(users, eq(users.id, syncRuns.user_id))
    .where(where)
    .orderBy(desc(syncRuns.id))
    .offset(offset)
    .$dynamic();
  const rows = await (limit === undefined ? found : found.limit(limit));
  const of = await projectsOf(
    db,
    rows.map(({ run }) => run.id),
  );
  return rows.map(({ run, name }) => ({
    id: run.id,
    status: run.status,
    progress: run.progress,
    counts: {
      published: run.count_published,
      removed: run.count_removed,
      unchanged: run.count_unchanged,
      faulty: run.count_faulty,
    },
    only_failed: run.only_failed,
    projects: of.get(run.id) ?? [],
    started_at: run.started_at.toISOString(),
    finished_at: run.finished_at?.toISOString() ?? null,
    user: { id: run.user_id, name: name ?? translate('goneUser') },
  }));
};

const projectsOf = async (db: Database, ids: readonly number[]): Promise<Map<number, SyncRun['projects']>> => {
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
  const byRun = new Map<number, SyncRun['projects']>();
  for (const { run_id, ...project } of rows) byRun.set(run_id, [...(byRun.get(run_id) ?? []), project]);
  return byRun;
};

/** A run by its id, or null. */
export const readRun = async (db: Database, id: number): Promise<SyncRun | null> =>
  (await readRuns(db, eq(syncRuns.id, id)))[0] ?? null;

/** The run that is on, or null. */
export const readActiveRun = async (db: Database): Promise<SyncRun | null> => (await readRuns(db, isActive))[0] ?? null;

/** A page of runs, the latest first. */
export const readRunPage = async (db: Database, { page, per_page }: { page: number; per_page: number }) => {
  const items = await readRuns(db, undefined, { limit: per_page, offset: (page - 1) * per_page });
  const [counted] = await db.select({ total: count() }).from(syncRuns);
  return { items, total: counted?.total ?? 0, page, per_page };
};

/** Lines of a run's log after `after`, in order, and how many there are in all. */
export const readLog = async (db: Database, id: number, { after, limit }: { after: number; limit: number }) => {
  const rows = await db
    .select()
    .from(syncLog)
    .where(and(eq(syncLog.run_id, id), gt(syncLog.seq, after)))
    .orderBy(asc(syncLog.seq))
    .limit(limit);
  return { log: rows.map(asItem), log_total: await lastSeq(db, id) };
};

const asItem = ({ seq, level, text, entity, record_id, field }: typeof syncLog.$inferSelect): SyncLogItem => ({
  seq,
  level,
  text,
  ...(entity !== null &&
    entity !== 'categories' &&
    record_id !== null && { record: { resource: entity, id: record_id } }),
  ...(field !== null && { field }),
});

/** The lines of a log are numbered without a gap, so the last number is how many there are. */
const lastSeq = async (db: Database, id: number): Promise<number> => {
  const [row] = await db
    .select({ seq: sql<number>`coalesce(max(${syncLog.seq}), 0)` })
    .from(syncLog)
    .where(eq(syncLog.run_id, id));
  return row?.seq ?? 0;
};

/** Lines in one statement: a statement has 65,535 parameters at most. */
const LINES = 5000;

/** Adds lines to a run's log. @returns them with their numbers */
export const writeLog = async (tx: Database, id: number, lines: readonly Line[]): Promise<SyncLogItem[]> => {
  const last = await lastSeq(tx, id);
  const items = lines.map((line, at) => ({ seq: last + at + 1, ...line }));
  for (let from = 0; from < items.length; from += LINES)
    await tx.insert(syncLog).values(
      items.slice(from, from + LINES).map(({ record, ...item }) => ({
        ...item,
        run_id: id,
        ...(record && { entity: record.resource, record_id: record.id }),
      })),
    );
  return items;
};

interface NewRun {
  userId: number;
  onlyFailed: boolean;
  projectIds: readonly number[];
  at: Date;
}

/** Begins a run. A second one beside it violates the index `sync_runs_one_active`. */
export const insertRun = async (tx: Database, { userId, onlyFailed, projectIds, at }: NewRun): Promise<number> => {
  const [row] = await tx
    .insert(syncRuns)
    .values({
      user_id: userId,
      status: 'processing',
      only_failed: onlyFailed,
      started_at: at,
      heartbeat_at: sql`now()`,
    })
    .returning({ id: syncRuns.id });
  const id = (row as { id: number }).id;
  await tx.insert(syncRunProjects).values(projectIds.map(project_id => ({ run_id: id, project_id })));
  return id;
};

const countColumns = ({ published, removed, unchanged, faulty }: SyncCounts) => ({
  count_published: published,
  count_removed: removed,
  count_unchanged: unchanged,
  count_faulty: faulty,
});

/** Writes how far a run is. @returns false when it is no longer processing: somebody ended it. */
export const writeProgress = async (
  tx: Database,
  id: number,
  { counts, progress }: { counts: SyncCounts; progress: number },
): Promise<boolean> => {
  const rows = await tx
    .update(syncRuns)
    .set({ progress, ...countColumns(counts), heartbeat_at: sql`now()` })
    .where(and(eq(syncRuns.id, id), isActive))
    .returning({ id: syncRuns.id });
  return rows.length > 0;
};

/** Ends runs that are processing. @returns those that were. */
export const endActive = async (
  tx: Database,
  which: SQL | undefined,
  { to, at, counts }: { to: Exclude<SyncStatus, 'processing'>; at: Date; counts?: SyncCounts },
): Promise<number[]> => {
  const rows = await tx
    .update(syncRuns)
    .set({
      status: to,
      finished_at: at,
      heartbeat_at: sql`now()`,
      ...(to === 'finished' && { progress: 100 }),
      ...(counts && countColumns(counts)),
    })
    .where(and(which, isActive))
    .returning({ id: syncRuns.id });
  return rows.map(({ id }) => id);
};
