import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Caller } from '../accounts/session/caller.ts';
import { type Database, queryRows } from '../db/database.ts';
import { changes } from '../db/schema.ts';
import { visibleRowsOfChanges } from '../drafts/visibleChanges.ts';

export interface RecordedChange {
  entity: string;
  record_id: number;
  field: string;
  item: string;
  before: unknown;
  after: unknown;
}

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

export const countBatchRecords = async (db: Database, caller: Caller, batchId: number): Promise<number> => {
  const [row] = await queryRows<{ records: number }>(
    db,
    sql`select count(*)::integer as records from (
      select from ${changes} where ${visibleOfBatch(caller, batchId)} group by entity, record_id
    ) records`,
  );
  return row?.records ?? 0;
};
