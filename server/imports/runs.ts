import { and, count, desc, eq, gt, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { ImportCounts, ImportRun, ImportStatus, LogItem, RunningImport } from '#contract/importing.ts';
import type { Database } from '../db/database.ts';
import { importLog, importSkipped, imports, users } from '../db/schema.ts';
import { translate } from '../translate.ts';

/** The runs of the import and their log, as the database keeps them. */

const activeStatuses = ['processing', 'post_processing'] as const satisfies readonly ImportStatus[];
export const isActive: SQL = inArray(imports.status, [...activeStatuses]) as SQL;

const runFields = {
  id: imports.id,
  status: imports.status,
  progress: imports.progress,
  new: imports.count_new,
  changed: imports.count_changed,
  unchanged: imports.count_unchanged,
  faulty: imports.count_faulty,
  file_name: imports.file_name,
  started_at: imports.started_at,
  finished_at: imports.finished_at,
  user_id: imports.user_id,
  user_name: sql<string | null>`${users.first_name} || ' ' || ${users.last_name}`,
};

const selectRuns = (db: Database, where?: SQL) =>
  db.select(runFields).from(imports).leftJoin(users, eq(users.id, imports.user_id)).where(where);
type Row = Awaited<ReturnType<typeof selectRuns>>[number];

const asRun = ({ new: added, changed, unchanged, faulty, user_id, user_name, ...row }: Row): ImportRun => ({
  ...row,
  counts: { new: added, changed, unchanged, faulty },
  started_at: row.started_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
  user: { id: user_id, name: user_name ?? translate('goneUser') },
});

/** The run that is on, or null. */
export const readActiveRun = async (db: Database): Promise<ImportRun | null> => {
  const [row] = await selectRuns(db, isActive);
  return row ? asRun(row) : null;
};

/** A run by its id, or null. */
export const readRun = async (db: Database, id: number): Promise<ImportRun | null> => {
  const [row] = await selectRuns(db, eq(imports.id, id));
  return row ? asRun(row) : null;
};

/** A page of runs, the latest first. */
export const readRuns = async (db: Database, { page, per_page }: { page: number; per_page: number }) => {
  const rows = await selectRuns(db)
    .orderBy(desc(imports.id))
    .limit(per_page)
    .offset((page - 1) * per_page);
  const [counted] = await db.select({ total: count() }).from(imports);
  return { items: rows.map(asRun), total: counted?.total ?? 0, page, per_page };
};

const asItem = ({ seq, level, text, row, column, value }: typeof importLog.$inferSelect): LogItem => ({
  seq,
  level,
  text,
  ...(row !== null && { row }),
  ...(column !== null && { column }),
  ...(value !== null && { value }),
});

/** Lines of a run's log after `after`, in order, and how many there are in all. */
export const readLog = async (db: Database, id: number, { after, limit }: { after: number; limit: number }) => {
  const rows = await db
    .select()
    .from(importLog)
    .where(and(eq(importLog.run_id, id), gt(importLog.seq, after)))
    .orderBy(importLog.seq)
    .limit(limit);
  return { log: rows.map(asItem), log_total: await lastSeq(db, id) };
};

/** Lines that the running import is answered with. */
const LATEST = 1000;

/** A run that has been going on until now, with the end of its log. */
export const withLatestLog = async (
  db: Database,
  run: ImportRun,
  now: Date,
): Promise<z.output<typeof RunningImport>> => {
  const after = Math.max(0, (await lastSeq(db, run.id)) - LATEST);
  const elapsed = Math.max(0, now.getTime() - Date.parse(run.started_at));
  return { ...run, elapsed, log: (await readLog(db, run.id, { after, limit: LATEST })).log };
};

/** The lines of a log are numbered without a gap, so the last number is how many there are. */
export const lastSeq = async (db: Database, id: number): Promise<number> => {
  const [row] = await db
    .select({ seq: sql<number>`coalesce(max(${importLog.seq}), 0)` })
    .from(importLog)
    .where(eq(importLog.run_id, id));
  return row?.seq ?? 0;
};

/** How many values of references a run made: its log has a line of each. */
export const countMade = async (db: Database, id: number): Promise<number> => {
  const isMade = and(eq(importLog.run_id, id), eq(importLog.level, 'info'), isNotNull(importLog.value));
  const [row] = await db.select({ made: count() }).from(importLog).where(isMade);
  return row?.made ?? 0;
};

/** Writes log lines in one statement. */
export const writeLog = async (db: Database, id: number, items: readonly LogItem[]): Promise<void> => {
  if (items.length === 0) return;
  const columnOf = (of: (item: LogItem) => unknown) =>
    sql.param(items.map(item => (of(item) === undefined ? null : String(of(item)))));
  await db.execute(sql`
    insert into ${importLog} (run_id, seq, level, text, "row", "column", value)
    select ${id}::integer, seq::integer, level, text, "row"::integer, "column", value
    from unnest(${columnOf(item => item.seq)}::text[], ${columnOf(item => item.level)}::text[],
      ${columnOf(item => item.text)}::text[], ${columnOf(item => item.row)}::text[],
      ${columnOf(item => item.column)}::text[], ${columnOf(item => item.value)}::text[])
      as lines (seq, level, text, "row", "column", value)`);
};

interface NewRun {
  userId: number;
  fileName: string;
  at: Date;
}

/** Begins a run. A second one beside it violates the index `imports_one_active`. */
export const insertRun = async (db: Database, { userId, fileName, at }: NewRun): Promise<number> => {
  const [row] = await db
    .insert(imports)
    .values({ user_id: userId, file_name: fileName, status: 'processing', started_at: at, heartbeat_at: sql`now()` })
    .returning({ id: imports.id });
  return (row as { id: number }).id;
};

interface Step {
  counts: ImportCounts;
  progress: number;
}

/** Writes how far a run is. @returns false when it is no longer processing: somebody ended it. */
export const writeProgress = async (db: Database, id: number, { counts, progress }: Step): Promise<boolean> => {
  const rows = await db
    .update(imports)
    .set({
      progress,
      count_new: counts.new,
      count_changed: counts.changed,
      count_unchanged: counts.unchanged,
      count_faulty: counts.faulty,
      heartbeat_at: sql`now()`,
    })
    .where(and(eq(imports.id, id), eq(imports.status, 'processing')))
    .returning({ id: imports.id });
  return rows.length > 0;
};

interface Move {
  from: readonly ImportStatus[];
  to: ImportStatus;
  at: Date;
}

/** Moves runs to another status (§4) and stamps an end. @returns the runs that were moved. */
export const moveRuns = async (db: Database, which: SQL, { from, to, at }: Move): Promise<ImportRun[]> => {
  const isEnd = !(activeStatuses as readonly ImportStatus[]).includes(to);
  const isFull = to === 'post_processing' || to === 'finished';
  const moved = await db
    .update(imports)
    .set({ status: to, ...(isFull && { progress: 100 }), ...(isEnd && { finished_at: at }) })
    .where(and(which, inArray(imports.status, [...from])))
    .returning({ id: imports.id });
  const ids = moved.map(({ id }) => id);
  return ids.length > 0 ? (await selectRuns(db, inArray(imports.id, ids))).map(asRun) : [];
};

/** Keeps rows that a run did not write, as the file has them. */
export const writeSkipped = async (db: Database, run_id: number, rows: readonly Skipped[]): Promise<void> => {
  if (rows.length > 0) await db.insert(importSkipped).values(rows.map(row => ({ run_id, ...row })));
};

type Skipped = Pick<typeof importSkipped.$inferSelect, 'row' | 'cells'>;

/** A part of the skipped rows of a run, in order, the header of the file as row 1, with what is wrong with each. */
export const readSkipped = async (db: Database, id: number, { after, limit }: { after: number; limit: number }) => {
  const rows = await db
    .select()
    .from(importSkipped)
    .where(and(eq(importSkipped.run_id, id), gt(importSkipped.row, after)))
    .orderBy(importSkipped.row)
    .limit(limit);
  const at = rows.map(({ row }) => row);
  const faults = await db
    .select()
    .from(importLog)
    .where(and(eq(importLog.run_id, id), eq(importLog.level, 'error'), inArray(importLog.row, at)))
    .orderBy(importLog.seq);
  const of = new Map<number, typeof faults>();
  for (const fault of faults) if (fault.row !== null) of.set(fault.row, [...(of.get(fault.row) ?? []), fault]);
  return rows.map(({ row, cells }) => ({ row, cells, faults: of.get(row) ?? [] }));
};
