import { and, eq, type SQL, sql } from 'drizzle-orm';
import { MAX_CHANGES_PER_FIELD, type RecordChanges } from '#contract/drafts.ts';
import type { Caller } from '../accounts/session/caller.ts';
import { type Database, queryRows } from '../db/database.ts';
import { changes } from '../db/schema.ts';
import { type ChangeRow, presentChanges } from '../drafts/presentChanges.ts';
import { canSeeAllChanges, visibleRowsOfChanges } from '../drafts/visibleChanges.ts';
import { presentBatches, readBatchRows } from './readBatches.ts';

interface Page {
  page: number;
  per_page: number;
}

interface RecordKey {
  batch_id: number;
  entity: string;
  record_id: number;
}

/** The changes of a batch by record, in the order of the primary key, so that a page needs no sorting. */
export const readBatchChanges = async (db: Database, caller: Caller, batchId: number, { page, per_page }: Page) => {
  const visible = and(eq(changes.batch_id, batchId), visibleRowsOfChanges(caller));
  const keys = await queryRows<RecordKey>(
    db,
    sql`select ${batchId}::integer as batch_id, entity, record_id from ${changes} where ${visible}
      group by entity, record_id order by entity, record_id limit ${per_page} offset ${(page - 1) * per_page}`,
  );
  const [counted] = await queryRows<{ total: number }>(
    db,
    sql`select count(*)::integer as total from (
      select from ${changes} where ${visible} group by entity, record_id
    ) records`,
  );
  const hidden = await countHiddenChanges(db, caller, batchId);
  const rows = await readChanges(db, caller, keys);
  return { items: await presentChanges(db, caller, rows), total: counted?.total ?? 0, hidden, page, per_page };
};

export const countHiddenChanges = async (db: Database, caller: Caller, batchId: number): Promise<number> =>
  canSeeAllChanges(caller) ? 0 : db.$count(changes, and(eq(changes.batch_id, batchId), isHidden(caller)));

const isHidden = (caller: Caller): SQL => sql`not coalesce(${visibleRowsOfChanges(caller)}, false)`;

/** Changes of these records, limited per field in SQL so that a bulk link is not loaded whole. */
export const readChanges = (db: Database, caller: Caller, keys: readonly RecordKey[]): Promise<ChangeRow[]> => {
  const column = (name: keyof RecordKey) => sql.param(keys.map(key => key[name]));
  return queryRows<ChangeRow>(
    db,
    sql`select ranked.*, false as is_reverted, null::integer as acted_by from (
        select asked.place, changes.entity, changes.record_id, field, item, before, after, changes.at,
          row_number() over fields as nth, count(*) over fields_whole::integer as total
        from unnest(${column('batch_id')}::integer[], ${column('entity')}::text[], ${column('record_id')}::integer[])
          with ordinality asked (batch_id, entity, record_id, place)
        join ${changes} on ${changes.batch_id} = asked.batch_id and ${changes.entity} = asked.entity
          and ${changes.record_id} = asked.record_id and ${visibleRowsOfChanges(caller)}
        window fields as (partition by asked.place, field order by item), fields_whole as (partition by asked.place, field)
      ) ranked where nth <= ${MAX_CHANGES_PER_FIELD} order by place, field, nth`,
  );
};

/** The batches that changed a record, the latest first, each with its changes. */
export const readBatchesOfRecord = async (
  db: Database,
  caller: Caller,
  { entity, record_id, page, per_page }: Page & Omit<RecordKey, 'batch_id'>,
) => {
  const condition = and(eq(changes.entity, entity), eq(changes.record_id, record_id), visibleRowsOfChanges(caller));
  const found = await queryRows<{ batch_id: number; total: number }>(
    db,
    sql`select batch_id, count(*) over ()::integer as total from (
        select batch_id, max(${changes.at}) as at from ${changes} where ${condition} group by batch_id
      ) of_record order by at desc, batch_id desc limit ${per_page} offset ${(page - 1) * per_page}`,
  );
  const ids = found.map(({ batch_id }) => batch_id);
  const rows = await readBatchRows(db, ids);
  const batches = new Map((await presentBatches(db, caller, rows)).map(batch => [batch.id, batch]));
  const items = [];
  for (const { batch_id } of found) {
    const batch = batches.get(batch_id);
    const record = await readChangesOfRecord(db, caller, { batch_id, entity, record_id });
    if (batch && record) items.push({ batch, record });
  }
  return { items, total: found[0]?.total ?? 0, page, per_page };
};

const readChangesOfRecord = async (
  db: Database,
  caller: Caller,
  key: RecordKey,
): Promise<RecordChanges | undefined> => {
  const [record] = await presentChanges(db, caller, await readChanges(db, caller, [key]));
  return record;
};
