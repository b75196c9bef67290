import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { importImageLimits } from '#contract/limits.ts';
import type { Database } from '../../db/database.ts';
import { importImages } from '../../db/schema.ts';

/** The images in a row that still have to be added to its product. */
export interface PendingImages {
  row: number;
  product_id: number;
  sources: string[];
}

/** One source more than the limit is kept, so that the log can say that some images were left out. */
const MAX_SOURCES = importImageLimits.perRow + 1;

export const writePendingImages = async (
  tx: Database,
  runId: number,
  rows: readonly PendingImages[],
): Promise<void> => {
  const namedRows = rows
    .filter(({ sources }) => sources.length > 0)
    .map(({ sources, ...row }) => ({ ...row, sources: sources.slice(0, MAX_SOURCES) }));
  if (namedRows.length === 0) return;
  await tx.execute(
    sql`insert into ${importImages} (run_id, row, product_id, sources)
      select ${runId}::integer, row, product_id, sources
      from jsonb_to_recordset(${JSON.stringify(namedRows)}::jsonb) as named (row integer, product_id integer, sources jsonb)`,
  );
};

export const countPendingImages = (db: Database, runId: number): Promise<number> =>
  db.$count(importImages, eq(importImages.run_id, runId));

export const readPendingImages = (db: Database, runId: number, limit: number): Promise<PendingImages[]> =>
  db
    .select({ row: importImages.row, product_id: importImages.product_id, sources: importImages.sources })
    .from(importImages)
    .where(eq(importImages.run_id, runId))
    .orderBy(asc(importImages.row))
    .limit(limit);

export const removePendingImages = async (tx: Database, runId: number, rows: readonly number[]): Promise<void> =>
  void (await tx.delete(importImages).where(and(eq(importImages.run_id, runId), inArray(importImages.row, [...rows]))));
