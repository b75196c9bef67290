import { eq, type SQL, sql } from 'drizzle-orm';
import { getChangeReadAccess, listGuardedFields } from '#contract/drafts.ts';
import { isAllowed } from '#contract/permissions.ts';
import type { Caller } from '../accounts/session/caller.ts';
import { type Database, queryRows } from '../db/database.ts';
import { batches, changes } from '../db/schema.ts';
import { readPeople } from '../drafts/names.ts';
import { ApiFailure } from '../http/errors.ts';

export interface RecordedChange {
  entity: string;
  record_id: number;
  field: string;
  item: string;
  before: unknown;
  after: unknown;
}

/** @throws {ApiFailure} 404 */
export const readBatch = async (db: Database, id: number) => {
  const [batch] = await db.select().from(batches).where(eq(batches.id, id));
  if (!batch) throw new ApiFailure('notFound');
  const people = await readPeople(db, [batch.user_id]);
  return {
    kind: batch.kind,
    details: batch.details,
    at: batch.at.toISOString(),
    user: people.get(batch.user_id) ?? null,
  };
};

/** A run may continue after its draft was closed, so a value may have several rows. */
export const readBatchChanges = (
  db: Database,
  batchId: number,
  condition: SQL = sql`true`,
): Promise<RecordedChange[]> =>
  queryRows<RecordedChange>(
    db,
    sql`select entity, record_id, field, item, (array_agg(before order by draft_id))[1] as before,
        (array_agg(after order by draft_id desc))[1] as after
      from ${changes} where batch_id = ${batchId} and ${condition}
      group by entity, record_id, field, item order by entity, record_id, field, item`,
  );

export const countBatchRecords = async (db: Database, batchId: number): Promise<number> => {
  const [row] = await queryRows<{ records: number }>(
    db,
    sql`select count(*)::integer as records from (
      select from ${changes} where batch_id = ${batchId} group by entity, record_id
    ) records`,
  );
  return row?.records ?? 0;
};

/** Whether the caller may see a change, apart from the access to single records. */
export const createChangeVisibility = ({ grantedSlugs }: Caller): ((change: RecordedChange) => boolean) => {
  const hiddenFields = new Map<string, ReadonlySet<string> | null>();
  const findHidden = (entity: string): ReadonlySet<string> | null => {
    const known = hiddenFields.get(entity);
    if (known !== undefined) return known;
    const hidden = isAllowed(getChangeReadAccess(entity), grantedSlugs)
      ? new Set(listGuardedFields(entity).flatMap(([slug, fields]) => (grantedSlugs.has(slug) ? [] : fields)))
      : null;
    hiddenFields.set(entity, hidden);
    return hidden;
  };
  return ({ entity, field }) => {
    const hidden = findHidden(entity);
    return hidden !== null && !hidden.has(field);
  };
};
