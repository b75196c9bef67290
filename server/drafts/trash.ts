import { and, eq, lt, type SQL, sql } from 'drizzle-orm';
import type { BulkError, BulkResponse } from '#contract/bulk.ts';
import { isAllowed } from '#contract/permissions.ts';
import { findReferenceCollection, isDeclaredResource } from '#contract/records.ts';
import { parseReferenceName } from '#contract/referenceResource.ts';
import { TRASH_DAYS, type TrashItem } from '#contract/trash.ts';
import { withAuthor, withBatch } from '../accounts/author.ts';
import { refuseStrongerInTrash } from '../accounts/people/purgeRules.ts';
import type { Caller } from '../accounts/session/caller.ts';
import { batchPace, withPause } from '../db/batchPace.ts';
import { type Database, queryRows } from '../db/database.ts';
import { trash } from '../db/schema.ts';
import type { ServerDeps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';
import { lockDefinitionsShared } from '../records/attributes.ts';
import { commitChange } from '../records/commit.ts';
import { createRefusedWrite } from '../records/decideWrites.ts';
import { toHit } from '../records/hit.ts';
import { anyOfCondition, searchCondition } from '../records/query.ts';
import type { WireRecord } from '../records/readRecords.ts';
import { canEdit, getBinding, narrowBinding, type TableBinding } from '../records/tableBinding.ts';
import { filterVisibleFields } from '../records/visibleFields.ts';
import { getRefusalReason } from '../records/writeRecords.ts';
import { notePurgedRecords } from '../security/audit.ts';
import { describeFailure } from './describeFailure.ts';
import { readPeople } from './names.ts';
import { lockTrash, markRestoring, readTrashRecords, restoreRecords, trashEntriesSql } from './restoreRecords.ts';

/** @throws {ApiFailure} 404 for an unknown resource; 403 when the caller may not delete its records */
const bindTrash = (caller: Caller, resource: string): TableBinding => {
  const reference = parseReferenceName(resource);
  if (!isDeclaredResource(resource) && !(reference !== null && findReferenceCollection(reference)))
    throw new ApiFailure('notFound');
  const binding = narrowBinding(getBinding(resource), caller);
  if (!isAllowed(binding.collection.access.remove, caller.grantedSlugs)) throw new ApiFailure('forbidden');
  return binding;
};

interface TrashQuery {
  resource: string;
  search?: string | undefined;
}

const findCondition = (binding: TableBinding, { search }: TrashQuery): SQL | undefined =>
  search ? searchCondition(binding, search) : undefined;

interface TrashPage extends Record<'total' | 'page' | 'per_page', number> {
  items: TrashItem[];
}

export const readTrash = async (
  db: Database,
  caller: Caller,
  { page, per_page, ...query }: TrashQuery & { page: number; per_page: number },
): Promise<TrashPage> => {
  const binding = bindTrash(caller, query.resource);
  const entries = trashEntriesSql(binding, findCondition(binding, query));
  const [rows, [count]] = await Promise.all([
    queryRows<{ id: number; at: string; user_id: number | null }>(
      db,
      sql`select ${trash.record_id} as id, ${trash.at} as at,
          (select user_id from batches where id = ${trash.batch_id}) as user_id
        from ${entries} order by ${latestFirst} limit ${per_page} offset ${(page - 1) * per_page}`,
    ),
    queryRows<{ total: number }>(db, sql`select count(*)::integer as total from ${entries}`),
  ]);
  const ids = rows.map(({ id }) => id);
  const records = new Map(
    (await readTrashRecords(db, binding, ids))
      .map(filterVisibleFields(caller, binding.collection))
      .map(record => [record.id, toHit(binding.collection, record, query.search)]),
  );
  const people = await readPeople(
    db,
    rows.flatMap(({ user_id }) => user_id ?? []),
  );
  const items = rows.flatMap(({ id, at, user_id }): TrashItem[] => {
    const hit = records.get(id);
    const deletedAt = new Date(at);
    return hit
      ? [
          {
            ...hit,
            picture: null,
            deleted_at: deletedAt.toISOString(),
            deleted_by: (user_id !== null && people.get(user_id)) || null,
            expires_at: new Date(+deletedAt + TRASH_DAYS * DAY_MS).toISOString(),
          },
        ]
      : [];
  });
  return { items, total: count?.total ?? 0, page, per_page };
};

/** The order of the index `trash_list`, read backwards. */
const latestFirst = sql`${trash.at} desc, ${trash.record_id} desc`;

const DAY_MS = 86_400_000;

export const readTrashIds = async (db: Database, caller: Caller, query: TrashQuery): Promise<number[]> => {
  const binding = bindTrash(caller, query.resource);
  const rows = await queryRows<{ id: number }>(
    db,
    sql`select ${trash.record_id} as id from ${trashEntriesSql(binding, findCondition(binding, query))}
      order by ${latestFirst}`,
  );
  return rows.map(({ id }) => id);
};

interface SelectedTrash {
  resource: string;
  ids: readonly number[];
}

export const restoreFromTrash = (
  deps: ServerDeps,
  caller: Caller,
  { resource, ids }: SelectedTrash,
): Promise<BulkResponse> => {
  const binding = bindTrash(caller, resource);
  return commitChange(withBatch(withAuthor(deps, caller), 'restoration', { resource }), async (tx, changes) => {
    await markRestoring(tx);
    const requestedIds = [...new Set(ids)];
    await binding.touches?.(tx, { ids: requestedIds, patches: null });
    await lockDefinitionsShared(tx);
    const restored = await restoreRecords(tx, binding, caller, requestedIds, changes);
    return {
      ids: restored.ids,
      failed: [...restored.failures].map(([id, failure]) => toBulkError(binding, id, failure)),
    };
  });
};

const toBulkError = ({ resource }: TableBinding, id: number, failure: ApiFailure): BulkError => ({
  id,
  reason: createRefusedWrite(failure.kind === 'notFound' ? 'absent' : getRefusalReason(failure), failure).reason,
  message: describeFailure(resource, failure),
  ...(failure.details.errors && { errors: failure.details.errors }),
});

/** Not a batch: nothing of the record is left that could be undone. */
export const purgeTrash = (
  deps: ServerDeps,
  caller: Caller,
  { resource, ids }: SelectedTrash,
): Promise<BulkResponse> => {
  const binding = bindTrash(caller, resource);
  const requestedIds = [...new Set(ids)];
  return commitChange(withAuthor(deps, caller), async (tx, changes) => {
    await binding.touches?.(tx, { ids: requestedIds, patches: null });
    // A restoration may have taken them meanwhile.
    await lockTrash(tx, binding, requestedIds);
    const records = new Map((await readTrashRecords(tx, binding, requestedIds)).map(record => [record.id, record]));
    const failures =
      resource === 'users' || resource === 'roles'
        ? await refuseStrongerInTrash(tx, caller, resource, requestedIds)
        : new Map<number, ApiFailure>();
    for (const id of requestedIds) {
      const record = records.get(id);
      if (!record) failures.set(id, new ApiFailure('notFound', { text: 'trash.gone' }));
      else if (!canEdit(binding, record, null)) failures.set(id, new ApiFailure('forbidden'));
    }
    const purged = [...records.values()].filter(({ id }) => !failures.has(id));
    const purgedIds = await deleteFromTrash(tx, binding, purged);
    notePurgedRecords(binding, purged, changes);
    return { ids: purgedIds, failed: [...failures].map(([id, failure]) => toBulkError(binding, id, failure)) };
  });
};

const deleteFromTrash = async (
  tx: Database,
  { resource }: TableBinding,
  records: readonly WireRecord[],
): Promise<number[]> => {
  const ids = records.map(({ id }) => id);
  const rows = await tx
    .delete(trash)
    .where(and(eq(trash.entity, resource), anyOfCondition(trash.record_id, ids, 'integer')))
    .returning({ id: trash.record_id });
  const deletedIds = new Set(rows.map(({ id }) => id));
  return ids.filter(id => deletedIds.has(id));
};

/** Deletes what has been in the trash for too long, in slices, to leave time for other queries. */
export const pruneTrash = async (deps: ServerDeps): Promise<void> => {
  const { rows } = batchPace[deps.databaseKind];
  const oldest = new Date(+deps.clock() - TRASH_DAYS * DAY_MS);
  for (let count = rows; count === rows; ) {
    const pruned = await withPause(deps, () =>
      deps.db
        .delete(trash)
        .where(
          sql`(${trash.entity}, ${trash.record_id}) in ${deps.db
            .select({ entity: trash.entity, record_id: trash.record_id })
            .from(trash)
            .where(lt(trash.at, oldest))
            .limit(rows)}`,
        )
        .returning({ id: trash.record_id }),
    );
    count = pruned.length;
  }
};
