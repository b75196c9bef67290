import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { findAttributesField } from '#contract/attributes.ts';
import type { Caller } from '../accounts/session/caller.ts';
import { type Database, queryRows } from '../db/database.ts';
import { trash } from '../db/schema.ts';
import { ApiFailure } from '../http/errors.ts';
import { extendWithAttributes } from '../records/attributes.ts';
import { findDuplicate } from '../records/duplicate.ts';
import { lockInOrder } from '../records/locks.ts';
import { anyOfCondition } from '../records/query.ts';
import { readRecordsFrom, type WireRecord } from '../records/readRecords.ts';
import type { PendingChanges } from '../records/recordChanges.ts';
import { findMissingReferences, findReferredRows } from '../records/referred.ts';
import { canEdit, scopeCondition, type TableBinding, withRowRules } from '../records/tableBinding.ts';
import type { Patch } from '../records/values.ts';
import { tryAllThenBisect } from '../records/writeRecords.ts';
import { noteRestoredRecords } from '../security/audit.ts';
import { translate } from '../translate.ts';
import { dropOutdated, listOutdatable } from './dropOutdated.ts';
import { restoreLinks } from './restoreLinks.ts';

/** Rows in the trash, read as rows of the table that they were deleted from, so that every condition on it applies. */
export const trashRowsSql = (binding: TableBinding, condition?: SQL): SQL =>
  sql`${trash} cross join lateral jsonb_populate_record(null::${binding.table}, ${trash.row}) as ${sql.identifier(binding.tableName)}
    where ${and(eq(trash.entity, binding.resource), scopeCondition(binding), condition)}`;

/** The same without the columns of the table unless a condition is about them, so that a page is read from an index. */
export const trashEntriesSql = (binding: TableBinding, condition?: SQL): SQL =>
  condition === undefined && scopeCondition(binding) === undefined
    ? sql`${trash} where ${eq(trash.entity, binding.resource)}`
    : trashRowsSql(binding, condition);

export const readTrashRecords = (db: Database, binding: TableBinding, ids: readonly number[]): Promise<WireRecord[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : readRecordsFrom(
        db,
        binding,
        sql`${trashRowsSql(binding, anyOfCondition(trash.record_id, ids, 'integer'))} order by ${trash.record_id}`,
      );

/** Must be called before the first write, so that a restored record is not recorded as a new one. */
export const markRestoring = async (tx: Database): Promise<void> => {
  await tx.execute(sql`select set_config('vitrina.restored', 'on', true)`);
};

interface RestoredRecords {
  ids: number[];
  failures: Map<number, ApiFailure>;
}

/**
 * Puts deleted records back under their ids, with their links. Each is restored or refused on its own.
 * @param binding as the caller sees it
 */
export const restoreRecords = async (
  tx: Database,
  binding: TableBinding,
  caller: Caller,
  requestedIds: readonly number[],
  changes: PendingChanges,
): Promise<RestoredRecords> => {
  const failures = new Map<number, ApiFailure>();
  const batches = await lockTrash(tx, binding, requestedIds);
  const stored = await readTrashRecords(tx, binding, requestedIds);
  const records = new Map((await dropOutdated(tx, binding, caller, stored)).map(record => [record.id, record]));
  for (const id of requestedIds) {
    const record = records.get(id);
    if (!record || !batches.has(id)) failures.set(id, new ApiFailure('notFound', { text: 'trash.gone' }));
    else if (!canEdit(binding, record, null)) failures.set(id, new ApiFailure('forbidden'));
  }
  await refuseMissingReferences(tx, binding, listPossible(records, failures), failures);
  const ids: number[] = [];
  await tryAllThenBisect(
    tx,
    changes,
    listPossible(records, failures),
    async (nested, group, groupChanges) => {
      await insertFromTrash(nested, binding, group, batches, groupChanges);
      ids.push(...group.map(({ id }) => id));
    },
    (record, failure) => failures.set(record.id, failure),
  );
  for (const [id, failure] of failures) {
    const record = records.get(id);
    if (record) failures.set(id, await nameHolders(tx, binding, caller, record, failure));
  }
  return { ids: ids.filter(id => !failures.has(id)), failures };
};

const listPossible = (
  records: ReadonlyMap<number, WireRecord>,
  failures: ReadonlyMap<number, ApiFailure>,
): WireRecord[] => [...records.values()].filter(({ id }) => !failures.has(id));

/** @returns the batch that deleted each record */
export const lockTrash = async (
  tx: Database,
  { resource }: TableBinding,
  ids: readonly number[],
): Promise<Map<number, number>> => {
  const rows = await tx
    .select({ id: trash.record_id, batchId: trash.batch_id })
    .from(trash)
    .where(and(eq(trash.entity, resource), anyOfCondition(trash.record_id, ids, 'integer')))
    .orderBy(trash.record_id)
    .for('update');
  return new Map(rows.map(({ id, batchId }) => [id, batchId]));
};

const refuseMissingReferences = async (
  tx: Database,
  binding: TableBinding,
  records: readonly WireRecord[],
  failures: Map<number, ApiFailure>,
): Promise<void> => {
  const extended = await extendWithAttributes(tx, binding);
  const attributes = findAttributesField(binding.collection)?.name;
  const named = records.map(record => ({ id: record.id, patch: flattenAttributes(record, attributes) }));
  const existing = await lockInOrder(
    tx,
    findReferredRows(
      extended,
      named.map(({ patch }) => patch),
    ),
  );
  for (const { id, patch } of named) {
    const fields = findMissingReferences(extended, patch, existing, new Set());
    const errors = Object.fromEntries(fields.map(field => [field, [translate('trash.referenceGone')]]));
    if (fields.length > 0) failures.set(id, new ApiFailure('invalid', { errors }));
  }
};

const flattenAttributes = (record: WireRecord, attributes: string | undefined): Patch => ({
  ...record,
  ...(attributes &&
    Object.fromEntries(
      Object.entries(record[attributes] ?? {}).map(([code, value]) => [`${attributes}.${code}`, value]),
    )),
});

/** Counters that triggers keep start again, because the links are added afterwards. */
const COUNTERS = { products_count: 0 };

const insertFromTrash = async (
  tx: Database,
  binding: TableBinding,
  records: readonly WireRecord[],
  batches: ReadonlyMap<number, number>,
  changes: PendingChanges,
): Promise<void> => {
  const ids = records.map(({ id }) => id);
  for (const group of binding.rules && binding.narrowed ? records.map(record => [record]) : [records]) {
    const groupIds = group.map(({ id }) => id);
    // The sharing of a matrix is put back as it was, even if a level has no effect any more.
    const { access: _, ...patch }: Patch = group[0] ?? {};
    await withRowRules(binding, { tx, ids: [], patch, changes }, async () => {
      await insertRows(tx, binding, group, changes);
      // Permissions are links, which the rules have to see too.
      const deleted = groupIds.map(id => ({ id, batchId: batches.get(id) ?? 0 }));
      await restoreLinks(tx, binding.resource, deleted, changes);
      return groupIds;
    });
  }
  await tx.delete(trash).where(trashCondition(binding, ids));
  changes.created(binding.resource, ids);
  await noteRestoredRecords(tx, binding, ids, changes);
};

const trashCondition = ({ resource }: TableBinding, ids: readonly number[]): SQL | undefined =>
  and(eq(trash.entity, resource), anyOfCondition(trash.record_id, ids, 'integer'));

/** A column that was added since keeps its default, so rows with different columns are inserted separately. */
const insertRows = async (
  tx: Database,
  binding: TableBinding,
  records: readonly WireRecord[],
  changes: PendingChanges,
): Promise<void> => {
  const ids = records.map(({ id }) => id);
  const outdatable = listOutdatable(binding);
  const current = Object.fromEntries(
    records.map(record => [record.id, Object.fromEntries(outdatable.map(name => [name, record[name]]))]),
  );
  const groups = await queryRows<{ ids: number[]; names: string[] }>(
    tx,
    sql`select array_agg(${trash.record_id}) as ids, keys.names
      from ${trash} cross join lateral (
        select array_agg(key order by key) as names from jsonb_object_keys(${trash.row}) key
      ) keys
      where ${trashCondition(binding, ids)} group by keys.names`,
  );
  for (const group of groups) await insertGroup(tx, binding, { ...group, current }, changes);
};

const insertGroup = async (
  tx: Database,
  binding: TableBinding,
  { ids, names, current }: { ids: readonly number[]; names: readonly string[]; current: object },
  { at, by, actor }: PendingChanges,
): Promise<void> => {
  const { table } = binding;
  const columns = Object.values(getTableColumns(table as PgTable)).filter(
    ({ name, generated }) => !generated && names.includes(name),
  );
  const joinColumns = (prefix: SQL) =>
    sql.join(
      columns.map(({ name }) => sql`${prefix}${sql.identifier(name)}`),
      sql`, `,
    );
  const stamp = JSON.stringify({ ...COUNTERS, updated_at: at.toISOString(), updated_by: by, acted_by: actor });
  await tx.execute(sql`
    insert into ${table} (${joinColumns(sql.empty())}) overriding system value
    select ${joinColumns(sql`restored.`)} from ${trash}
      cross join lateral jsonb_populate_record(null::${table},
        ${trash.row} || (${JSON.stringify(current)}::jsonb -> ${trash.record_id}::text) || ${stamp}::jsonb || jsonb_build_object('version', (${trash.row} ->> 'version')::integer + 1)) restored
    where ${trashCondition(binding, ids)} order by ${trash.record_id}`);
};

/** Adds the record that has a unique value now, if the caller may see it. */
const nameHolders = async (
  tx: Database,
  binding: TableBinding,
  caller: Caller,
  record: WireRecord,
  failure: ApiFailure,
): Promise<ApiFailure> => {
  const errors: Record<string, string[]> = { ...failure.details.errors };
  for (const field of Object.keys(errors)) {
    if (!binding.collection.fields[field]?.unique) continue;
    const holder = await findDuplicate(tx, binding, caller, { field, value: String(record[field]), except: record.id });
    const value = String(record[field]);
    errors[field] = [
      holder ? translate('trash.takenBy', { value, name: holder.name }) : translate('trash.taken', { value }),
    ];
  }
  return Object.keys(errors).length > 0 ? new ApiFailure(failure.kind, { ...failure.details, errors }) : failure;
};
