import { type SQL, sql } from 'drizzle-orm';
import { type Database, queryRows } from '../db/database.ts';
import { changes } from '../db/schema.ts';

/**
 * The records that other batches changed, or put into a matrix, after this one created them, and that are not as they
 * were again. Deleting them would undo that too.
 */
export const readTouchedSince = async (
  db: Database,
  entity: string,
  ids: readonly number[],
  batchId: number,
): Promise<Set<number>> => {
  const createdIds = sql.param([...ids]);
  const differing = (id: SQL, condition: SQL): SQL =>
    sql`select ${id} as id from ${changes} join created on created.id = ${id}
      where batch_id <> ${batchId} and ${changes.at} >= created.at and ${condition}
      group by entity, record_id, field, item
      having (array_agg(before order by ${changes.at}, batch_id, draft_id))[1]
        is distinct from (array_agg(after order by ${changes.at} desc, batch_id desc, draft_id desc))[1]`;
  const own = differing(sql`record_id`, sql`entity = ${entity} and record_id = any(${createdIds}::integer[])`);
  const members = differing(
    sql`item::integer`,
    sql`entity = 'matrices' and field = 'products' and item = any(${createdIds}::text[])`,
  );
  const rows = await queryRows<{ id: number }>(
    db,
    sql`with created as materialized (
        select record_id as id, max(at) as at from ${changes}
        where batch_id = ${batchId} and entity = ${entity} and record_id = any(${createdIds}::integer[]) and field = ''
        group by record_id
      )
      ${entity === 'nomenclature' ? sql`${own} union ${members}` : own}`,
  );
  return new Set(rows.map(({ id }) => id));
};
