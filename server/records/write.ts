import { inArray, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { fieldsOfKind } from '#contract/fields.ts';
import type { Database } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { announceDraft, hasDrafted, writeAs } from '../drafts/author.ts';
import type { Deps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';
import { notifyEditing } from '../realtime/notifications/editing.ts';
import { overExisting, withCheckedAttributes } from './attributes.ts';
import { announce, type Changes, collectChanges } from './changes.ts';
import { checkRules, withPlaces } from './complete.ts';
import { touchLinked, writeLinks } from './links.ts';
import { lockRecords, readRecords, type WireRecord } from './read.ts';
import { redefine, refuseWhileImported } from './redefine.ts';
import { notifyShared, notifySharing } from './sharing.ts';
import { keepingRules, mayChange, type Storage } from './tableBinding.ts';
import { refuseUsed } from './usages.ts';
import { changedIn, checkReferred, holds, initialValues, type Patch, patched, rowOf } from './values.ts';

/**
 * Runs a change in one transaction and announces it after the commit, so that listeners never read uncommitted data.
 */
export const change = async <T>(deps: Deps, work: (tx: Database, changes: Changes) => Promise<T>): Promise<T> => {
  const [result, changes, isDrafted] = await inTransaction(deps.db, async tx => {
    const changes = collectChanges(deps.clock(), deps.by ?? null, deps.acceptedLoss);
    await writeAs(tx, deps.by);
    const result = await work(tx, changes);
    for (const [resource, { changed }] of changes.byResource)
      await notifyEditing(tx, changes, { by: changes.by, resource, ids: [...changed] });
    return [result, changes, await hasDrafted(tx)] as const;
  });
  await announce(deps, changes);
  if (isDrafted) announceDraft(deps, changes.by);
  return result;
};

/**
 * Creates a record.
 * @param once may return the stored result of an identical earlier request instead, so that a retry creates no
 * duplicate
 */
export const createRecord = (
  deps: Deps,
  storage: Storage,
  given: Patch,
  once: (tx: Database, create: () => Promise<WireRecord>) => Promise<WireRecord>,
): Promise<WireRecord> => change(deps, (tx, changes) => once(tx, () => insertRecord(tx, storage, given, changes)));

export const insertRecord = async (
  tx: Database,
  storage: Storage,
  said: Patch,
  changes: Changes,
): Promise<WireRecord> => {
  const given = initialValues(storage, said);
  checkRules(storage, given);
  await checkReferred(tx, storage, given);
  const values = await withPlaces(tx, storage, await withCheckedAttributes(tx, storage, given, { isNew: true }));
  const { table, reference } = storage;
  const row = {
    ...rowOf(storage, values),
    created_at: changes.at,
    updated_at: changes.at,
    updated_by: changes.by,
    ...Object.fromEntries(peopleIn(storage).map(name => [name, changes.by])),
    ...(reference && { reference }),
  };
  let id = 0;
  await keepingRules(storage, { tx, ids: [], patch: values, changes }, async () => {
    const [inserted] = await tx
      .insert(table as PgTable)
      .values(row as never)
      .returning({ id: table.id });
    id = (inserted as { id: number }).id;
    await writeLinks(tx, storage, [id], values, changes);
    return [id];
  });
  changes.changed(storage.resource, [id]);
  const record = only(await readRecords(tx, storage, [id]));
  await notifyShared(tx, storage, record, changes);
  return record;
};

/**
 * Updates the fields in the patch. One that changes nothing keeps the version, so that it cannot cause conflicts for
 * others.
 * @throws {ApiFailure} 404; 409 with the current record when `version` is outdated
 */
export const updateRecord = (
  deps: Deps,
  storage: Storage,
  id: number,
  { version, ...patch }: Patch,
  /**
   * Removes what the caller may not see from the record in a conflict, since that record comes from another user's
   * save.
   */
  present: (record: WireRecord) => WireRecord,
): Promise<WireRecord> =>
  editRecord(deps, storage, id, current => {
    if (version !== undefined && version !== current.version)
      throw new ApiFailure('conflict', { result: present(current) });
    return patch;
  });

/**
 * Updates a record with a patch computed from its current state, which is locked meanwhile. @throws {ApiFailure} 404
 */
export const editRecord = (
  deps: Deps,
  storage: Storage,
  id: number,
  patchOf: (current: WireRecord) => Patch,
): Promise<WireRecord> =>
  change(deps, async (tx, changes) => {
    const current = only(await lockRecords(tx, storage, [id]));
    const wanted = patchOf(current);
    if (!mayChange(storage, current, wanted)) throw new ApiFailure('forbidden');
    const patch = await withCheckedAttributes(tx, storage, wanted);
    if (holds(storage, current, patch)) return current;
    await checkReferred(tx, storage, patch);
    checkRules(storage, patched(storage, current, patch), changedIn(storage, current, patch));
    await updateRows(tx, storage, [id], patch, changes);
    return only(await readRecords(tx, storage, [id]));
  });

/** Deletes a record and returns it. @throws {ApiFailure} 404; 409 when other records refer to it */
export const removeRecord = (deps: Deps, storage: Storage, id: number): Promise<WireRecord> =>
  change(deps, async (tx, changes) => {
    const record = only(await lockRecords(tx, storage, [id]));
    if (!mayChange(storage, record, null)) throw new ApiFailure('forbidden');
    await deleteRows(tx, storage, [id], changes);
    return record;
  });

/** Deletes records. @throws {ApiFailure} 409 when other records refer to one of them */
export const deleteRows = async (
  tx: Database,
  storage: Storage,
  ids: readonly number[],
  changes: Changes,
): Promise<void> => {
  await refuseWhileImported(tx, storage);
  await refuseUsed(tx, storage, ids);
  await touchLinked(tx, storage, ids, changes);
  await keepingRules(storage, { tx, ids, patch: null, changes }, async () => {
    await tx.delete(storage.table as PgTable).where(inArray(storage.table.id, [...ids]));
    return [];
  });
  changes.deleted(storage.resource, ids);
};

export const updateRows = async (
  tx: Database,
  storage: Storage,
  ids: readonly number[],
  patch: Patch,
  changes: Changes,
): Promise<void> => {
  await redefine(tx, storage, ids, patch, changes);
  await notifySharing(tx, storage, ids, patch, changes);
  const { table } = storage;
  const { extra, ...row } = rowOf(storage, patch);
  const set = {
    ...overExisting(storage, row),
    ...(extra !== undefined && { extra: sql`extra || ${JSON.stringify(extra)}::jsonb` }),
    version: sql`${table.version} + 1`,
    updated_at: changes.at,
    updated_by: changes.by,
  };
  await keepingRules(storage, { tx, ids, patch, changes }, async () => {
    await tx
      .update(table as PgTable)
      .set(set as never)
      .where(inArray(table.id, [...ids]));
    await writeLinks(tx, storage, ids, patch, changes);
    return ids;
  });
  changes.changed(storage.resource, ids);
};

const peopleIn = ({ collection }: Storage): string[] => fieldsOfKind(collection.fields, 'person').map(([name]) => name);

const only = (records: WireRecord[]): WireRecord => {
  const [record] = records;
  if (!record) throw new ApiFailure('notFound');
  return record;
};
