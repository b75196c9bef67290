import { type SQL, sql } from 'drizzle-orm';
import { type Database, queryRows } from '../db/database.ts';
import { changes } from '../db/schema.ts';

/**
 * The records that later batches changed, or put into a matrix, and that are not as they were again. Deleting them would
 * undo that too.
 */
export const readTouchedSince = async (
  db: Database,
  entity: string,
  ids: readonly number[],
  batchId: number,
): Promise<Set<number>> => {
  const touchedIds = sql.param([...ids]);
  const own = differingSql(
    sql`record_id`,
    sql`entity = ${entity} and record_id = any(${touchedIds}::integer[])`,
    batchId,
  );
  const members = differingSql(
    sql`item::integer`,
    sql`entity = 'matrices' and field = 'products' and item = any(${touchedIds}::text[])`,
    batchId,
  );
  const rows = await queryRows<{ id: number }>(db, entity === 'nomenclature' ? sql`${own} union ${members}` : own);
  return new Set(rows.map(({ id }) => id));
};

const differingSql = (id: SQL, condition: SQL, batchId: number): SQL =>
  sql`select ${id} as id from ${changes} where batch_id > ${batchId} and ${condition}
    group by entity, record_id, field, item
    having (array_agg(before order by batch_id, draft_id))[1]
      is distinct from (array_agg(after order by batch_id desc, draft_id desc))[1]`;
