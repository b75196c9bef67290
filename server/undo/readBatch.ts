import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Batch } from '#contract/batches.ts';
import type { Caller } from '../accounts/session/caller.ts';
import { requireBatch } from '../batches/readBatches.ts';
import { type Database, queryRows } from '../db/database.ts';
import { changes, runs } from '../db/schema.ts';
import { visibleRowsOfChanges } from '../drafts/visibleChanges.ts';
import { ApiFailure } from '../http/errors.ts';
import { activeStatuses } from '../jobs/runs.ts';

export interface RecordedChange {
  entity: string;
  record_id: number;
  field: string;
  item: string;
  before: unknown;
  after: unknown;
}

/**
 * A batch that nobody writes any more, because what its run adds later would stay.
 * @throws {ApiFailure} 404 when there is no such batch or the caller may see nothing of it; 409 while it is written
 */
export const requireCompleteBatch = async (db: Database, caller: Caller, id: number): Promise<Batch> => {
  const batch = await requireBatch(db, caller, id);
  const { run_id } = batch.details;
  const isWritten =
    run_id !== undefined &&
    (await db.$count(runs, and(eq(runs.id, run_id), inArray(runs.status, [...activeStatuses])))) > 0;
  if (isWritten) throw new ApiFailure('conflict', { text: 'undo.stillWritten' });
  return batch;
};

export const visibleOfBatch = (caller: Caller, batchId: number): SQL =>
  and(eq(changes.batch_id, batchId), visibleRowsOfChanges(caller)) as SQL;

/** What the caller may see. A run may continue after its draft was closed, so a value may have several rows. */
export const readBatchChanges = (
  db: Database,
  caller: Caller,
  batchId: number,
  condition?: SQL,
): Promise<RecordedChange[]> =>
  queryRows<RecordedChange>(
    db,
    sql`select entity, record_id, field, item, (array_agg(before order by draft_id))[1] as before,
        (array_agg(after order by draft_id desc))[1] as after
      from ${changes} where ${and(visibleOfBatch(caller, batchId), condition)}
      group by entity, record_id, field, item order by entity, record_id, field, item`,
  );

/** How much of a batch the caller may see. */
export const countBatch = async (db: Database, caller: Caller, batchId: number) => {
  const [row] = await queryRows<{ records: number; changes: number }>(
    db,
    sql`select count(*)::integer as records, coalesce(sum(own), 0)::integer as changes from (
      select count(*) as own from ${changes} where ${visibleOfBatch(caller, batchId)} group by entity, record_id
    ) records`,
  );
  return row ?? { records: 0, changes: 0 };
};
