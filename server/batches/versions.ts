import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { batchEndpoints } from '#contract/batches.ts';
import { getRevertAccess, type RecordChanges } from '#contract/drafts.ts';
import { isAllowed } from '#contract/permissions.ts';
import { withAuthor, withBatch } from '../accounts/author.ts';
import type { Caller } from '../accounts/session/caller.ts';
import { type Database, queryRows } from '../db/database.ts';
import { changes } from '../db/schema.ts';
import { type ChangeRow, presentChanges } from '../drafts/presentChanges.ts';
import { visibleRowsOfChanges } from '../drafts/visibleChanges.ts';
import type { ServerDeps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';
import { commitChange } from '../records/commit.ts';
import { planParts } from '../undo/parts.ts';
import { undoWithin } from '../undo/undoBatch.ts';

interface VersionKey {
  batchId: number;
  entity: string;
  record_id: number;
}

type DifferenceRow = Pick<ChangeRow, 'field' | 'item' | 'before' | 'after' | 'at'>;

/**
 * What has changed in a record since a batch. As every write is recorded, the earliest later change of a value holds
 * what it was then, and the latest one what it is now.
 */
const readDifference = async (
  db: Database,
  caller: Caller,
  { batchId, entity, record_id }: VersionKey,
): Promise<DifferenceRow[]> => {
  const ofRecord = and(eq(changes.entity, entity), eq(changes.record_id, record_id), visibleRowsOfChanges(caller));
  const [version] = await queryRows<{ at: string | null }>(
    db,
    sql`select max(${changes.at})::text as at from ${changes} where ${and(eq(changes.batch_id, batchId), ofRecord)}`,
  );
  if (!version?.at) throw new ApiFailure('notFound');
  return queryRows<DifferenceRow>(
    db,
    sql`select * from (
        select field, item, (array_agg(before order by at, batch_id))[1] as before,
          (array_agg(after order by at desc, batch_id desc))[1] as after, max(at) as at
        from ${changes}
        where ${ofRecord} and field <> '' and (at, batch_id) > (${version.at}::timestamptz, ${batchId})
        group by field, item
      ) since where before is distinct from after order by field, item`,
  );
};

/** @throws {ApiFailure} 404 unless the batch changed the record, and the caller may see that */
export const compareVersion = async (db: Database, caller: Caller, key: VersionKey): Promise<RecordChanges> => {
  const rows = await readDifference(db, caller, key);
  const { entity, record_id } = key;
  const totals = new Map<string, number>();
  for (const { field } of rows) totals.set(field, (totals.get(field) ?? 0) + 1);
  const [record] = await presentChanges(
    db,
    caller,
    rows.map(row => ({
      ...row,
      entity,
      record_id,
      total: totals.get(row.field) ?? 1,
      acted_by: null,
      is_reverted: false,
    })),
  );
  return record ?? { entity, record_id, name: '', detail: null, picture: null, is_there: true, fields: [] };
};

type PutBackRequest = z.output<typeof batchEndpoints.putBack.body>;

/** A category's position is one below its parent, so it goes back with the parent. */
const getOwnerField = (entity: string, field: string): string =>
  entity === 'categories' && field === 'position' ? 'parent_id' : field;

/**
 * Writes the values of a version back, as an ordinary write of the caller: all that they may change, or the given
 * fields. Whatever they are now, they are overwritten.
 * @throws {ApiFailure} 404; 403 if the caller may change none of them; what an ordinary write throws
 */
export const putBackVersion = async (
  deps: ServerDeps,
  caller: Caller,
  batchId: number,
  { entity, record_id, fields }: PutBackRequest,
): Promise<void> => {
  const rows = await readDifference(deps.db, caller, { batchId, entity, record_id });
  const asked = rows.filter(
    row => !fields || fields.some(({ field, item }) => field === getOwnerField(entity, row.field) && item === row.item),
  );
  if (asked.length === 0) throw new ApiFailure('notFound');
  const allowed = asked.filter(({ field }) =>
    isAllowed(getRevertAccess(entity, getOwnerField(entity, field)) ?? undefined, caller.grantedSlugs),
  );
  if (allowed.length === 0 || (fields && allowed.length < asked.length)) throw new ApiFailure('forbidden');
  const parts = planParts(allowed.map(row => ({ entity, record_id, ...row })));
  await commitChange(withBatch(withAuthor(deps, caller), 'undo', { resource: entity }), async (tx, changes) => {
    const { refused } = await undoWithin(tx, caller, changes, { batchId, overwrite: 'all' }, parts);
    // Nobody would learn which values were left out.
    if (refused[0]) throw refused[0].failure;
  });
};
