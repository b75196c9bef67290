import { and, eq, isNull, not, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { draftChanges, drafts, feedFailures } from '../db/schema.ts';

export const countExpressions = {
  changes_count: sql<number>`(select count(*)::integer from ${draftChanges} where ${draftChanges.draft_id} = ${drafts.id})`,
  products_count: sql<number>`(select count(distinct ${draftChanges.record_id})::integer from ${draftChanges}
    where ${draftChanges.draft_id} = ${drafts.id} and ${draftChanges.entity} = 'nomenclature')`,
};

/**
 * Whether a draft has a net change. `offset 0` keeps the planner from joining all drafts with the net changes of all of
 * them.
 */
export const filledDraftCondition = sql`exists (
  select from ${draftChanges} where ${draftChanges.draft_id} = ${drafts.id} offset 0
)`;

/**
 * Waits for all transactions that are writing to a draft. From then until this transaction ends, writers have to wait.
 */
export const lockDrafts = async (tx: Database): Promise<void> => {
  await tx.execute(sql`lock table ${drafts} in exclusive mode`);
};

/**
 * Closes all current drafts and deletes empty ones. Waits for transactions in progress; later changes go into new
 * drafts.
 * Counting their contents is left to `countClosedDrafts`, so that no writer waits for it.
 * @returns ids of the closed drafts
 */
export const closeDrafts = async (
  tx: Database,
  { runId, at }: { runId: number | null; at: Date },
): Promise<number[]> => {
  await lockDrafts(tx);
  const isCurrent = eq(drafts.status, 'current');
  await tx.delete(drafts).where(and(isCurrent, not(filledDraftCondition)));
  const closed = await tx
    .update(drafts)
    .set({ status: 'history', closed_at: at, run_id: runId })
    .where(isCurrent)
    .returning({ id: drafts.id });
  return closed.map(({ id }) => id).toSorted((a, b) => a - b);
};

/** One row per error in a run, so a product with two errors appears twice. */
const runErrorsSql = sql`select record_id as id from ${feedFailures}, unnest(faults)
  where since = ${drafts.run_id} and entity = 'nomenclature'`;

/** Includes the errors of products. @returns whether any draft was left to count */
export const countClosedDrafts = async (db: Database): Promise<boolean> => {
  const closedDrafts = await db
    .update(drafts)
    .set({
      changes_count: countExpressions.changes_count,
      products_count: countExpressions.products_count,
      errors_count: sql`(select count(*) from (${runErrorsSql}) faulty
        where exists (select from ${draftChanges} where ${draftChanges.draft_id} = ${drafts.id}
          and ${draftChanges.entity} = 'nomenclature' and ${draftChanges.record_id} = faulty.id offset 0))`,
    })
    .where(and(eq(drafts.status, 'history'), isNull(drafts.errors_count)))
    .returning({ id: drafts.id });
  return closedDrafts.length > 0;
};
