import { and, eq, isNull, not, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { draftChanges, drafts, feedFailures, projects } from '../db/schema.ts';

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

/**
 * A product with two errors counts twice. Looked up by product and project, because a run may find errors in a million
 * products, and a draft has changed few.
 */
const errorsCountSql = sql`(
  select coalesce(sum(cardinality(failure.faults)), 0)::integer
  from (
    select distinct record_id from ${draftChanges}
    where ${draftChanges.draft_id} = ${drafts.id} and ${draftChanges.entity} = 'nomenclature' offset 0
  ) drafted cross join ${projects} cross join lateral (
    select faults from ${feedFailures} where project_id = ${projects.id} and entity = 'nomenclature'
      and record_id = drafted.record_id and since = ${drafts.run_id} offset 0
  ) failure)`;

/** Includes the errors of products. @returns whether any draft was left to count */
export const countClosedDrafts = async (db: Database): Promise<boolean> => {
  const closedDrafts = await db
    .update(drafts)
    .set({
      changes_count: countExpressions.changes_count,
      products_count: countExpressions.products_count,
      errors_count: errorsCountSql,
    })
    .where(and(eq(drafts.status, 'history'), isNull(drafts.errors_count)))
    .returning({ id: drafts.id });
  return closedDrafts.length > 0;
};
