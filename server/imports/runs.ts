import { and, count, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm';
import type { ImportRun, ImportRunCounts, LogItem } from '#contract/importing.ts';
import type { Database } from '../db/database.ts';
import { importSkipped, runLog, runs } from '../db/schema.ts';
import { createRunStore } from '../jobs/runs.ts';

interface ImportDetails {
  file_name: string;
  /** The headings of the file, as used in error messages, in the order of the skipped cells. */
  headings?: readonly string[];
  /** The last row that was written, for a process that resumes the run. */
  read?: number;
  toRow?: number;
  profile?: NonNullable<ImportRun['profile']>;
  archiving?: ArchivingProgress | null;
  /** The number of rows whose images have been added. */
  imageRows?: number;
}

/** The progress of a run's last step, which archives the products that are absent from its file. */
export interface ArchivingProgress {
  /** Whether the user confirmed that most of the expected products are archived. */
  isConfirmed: boolean;
  isBegun: boolean;
  isOver: boolean;
  /** The last product that has been processed. */
  after: number;
}

export const importStore = createRunStore<ImportRun, LogItem, ImportRunCounts, ImportDetails>({
  kind: 'import',
  counts: { new: 0, changed: 0, unchanged: 0, faulty: 0 },
  present: (_db, runs) =>
    runs.map(({ details: { file_name, profile }, elapsed: _, ...run }) => ({
      ...run,
      file_name,
      ...(profile && { profile }),
    })),
});

export const readHeadings = async (db: Database, id: number): Promise<readonly string[] | null> => {
  const [row] = await db
    .select({ headings: sql<readonly string[] | null>`${runs.details} -> 'headings'` })
    .from(runs)
    .where(eq(runs.id, id));
  return row?.headings ?? null;
};

/** The progress of a run, for a process that resumes it. */
export const readProgress = async (db: Database, id: number) => {
  const [row] = await db.select({ details: runs.details }).from(runs).where(eq(runs.id, id));
  const {
    read = 0,
    toRow = 0,
    archiving = null,
    imageRows = 0,
    profile,
  } = (row?.details ?? {}) as Partial<ImportDetails>;
  return { read, toRow, archiving, imageRows: { done: imageRows, left: 0 }, profileId: profile?.id ?? null };
};

export const countNewValues = async (db: Database, id: number): Promise<number> => {
  const isNewValue = and(eq(runLog.run_id, id), eq(runLog.level, 'info'), isNotNull(sql`${runLog.of} ->> 'value'`));
  const [row] = await db.select({ newValues: count() }).from(runLog).where(isNewValue);
  return row?.newValues ?? 0;
};

export const writeSkipped = async (db: Database, run_id: number, rows: readonly SkippedRow[]): Promise<void> => {
  if (rows.length > 0) await db.insert(importSkipped).values(rows.map(row => ({ run_id, ...row })));
};

type SkippedRow = Pick<typeof importSkipped.$inferSelect, 'row' | 'cells'>;
type StoredError = Pick<LogItem, 'text'> & { row: number; column: string | null };

export const readSkipped = async (db: Database, id: number, { after, limit }: { after: number; limit: number }) => {
  const rows = await db
    .select()
    .from(importSkipped)
    .where(and(eq(importSkipped.run_id, id), gt(importSkipped.row, after)))
    .orderBy(importSkipped.row)
    .limit(limit);
  const rowSql = sql<number>`(${runLog.of} ->> 'row')::integer`;
  const rowNumbers = rows.map(({ row }) => row);
  const storedErrors: StoredError[] = await db
    .select({ row: rowSql, column: sql<string | null>`${runLog.of} ->> 'column'`, text: runLog.text })
    .from(runLog)
    .where(and(eq(runLog.run_id, id), eq(runLog.level, 'error'), inArray(rowSql, rowNumbers)))
    .orderBy(runLog.seq);
  const errorsByRow = new Map<number, StoredError[]>();
  for (const error of storedErrors) errorsByRow.set(error.row, [...(errorsByRow.get(error.row) ?? []), error]);
  return rows.map(({ row, cells }) => ({ row, cells, faults: errorsByRow.get(row) ?? [] }));
};
