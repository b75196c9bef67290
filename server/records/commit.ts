import { inArray } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { withBatch } from '../accounts/author.ts';
import { holdContinuedBatch } from '../batches/continueBatch.ts';
import { runInBatches } from '../db/batchPace.ts';
import type { Database } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { announceDraft, type BatchDescription, writeAs } from '../drafts/author.ts';
import { completeBatch } from '../drafts/summary.ts';
import type { ServerDeps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';
import { notifyEditing } from '../realtime/notifications/editing.ts';
import { noteRemovedRecords, recordAudit, recordUncheckedSave } from '../security/audit.ts';
import type { WriteRequest } from './decideWrites.ts';
import { bumpLinkedVersions } from './links.ts';
import { readRecords, type WireRecord } from './readRecords.ts';
import { announceChanges, type ChangeCollector, createChangeCollector, type PendingChanges } from './recordChanges.ts';
import { assertNotImporting } from './redefineAttributes.ts';
import { canEdit, type TableBinding, withRowRules } from './tableBinding.ts';
import { lockForRemoval } from './touched.ts';
import { assertUnused, createInUseFailure, readUsages, type UsagesById } from './usages.ts';
import type { Patch } from './values.ts';
import { tryAllThenBisect, writeRecords } from './writeRecords.ts';

interface CommitResult<T> {
  result: T;
  changes: ChangeCollector;
  isDrafted: boolean;
  batchId: number | null;
}

/**
 * Runs a change in a transaction. The caller has to announce the result. Further transactions with the same
 * `deps.batch` continue its batch, unless it was undone meanwhile.
 */
export const commit = async <T>(
  deps: ServerDeps,
  operation: (tx: Database, changes: PendingChanges) => Promise<T>,
  lockWait?: number,
): Promise<CommitResult<T>> => {
  const { author, batch } = deps;
  const committed = await inTransaction(deps.db, async tx => {
    const changes = createChangeCollector(deps.clock(), author ?? null, deps.acceptedLoss);
    if (batch && author) batch.id = await holdContinuedBatch(tx, author, batch, lockWait);
    await writeAs(tx, author, { batch, lockWait });
    const result = await operation(tx, changes);
    await recordAudit(tx, changes);
    const changedIds = [...changes.changesByResource].map(
      ([resource, resourceChanges]) =>
        [resource, [...resourceChanges.changed].filter(id => !resourceChanges.created.has(id))] as const,
    );
    return { result, changes, ...(await notifyEditing(tx, changes, { authorId: changes.by, changed: changedIds })) };
  });
  if (batch) batch.id ??= committed.batchId ?? undefined;
  if (author?.written) author.written.batchId = committed.batchId ?? undefined;
  return committed;
};

/** Lock timeout of a request in ms. Imports have none. */
const LOCK_TIMEOUT_MS = 10_000;

/**
 * Runs a change in one transaction and announces it after the commit, so that listeners never read uncommitted data.
 */
export const commitChange = async <T>(
  deps: ServerDeps,
  operation: (tx: Database, changes: PendingChanges) => Promise<T>,
): Promise<T> => {
  const { result, changes, isDrafted, batchId } = await commit(deps, operation, deps.lockWait ?? LOCK_TIMEOUT_MS);
  if (batchId !== null && batchId === deps.author?.written?.continuedId) await completeBatch(deps.db, batchId);
  await announceChanges(deps, changes);
  if (isDrafted) announceDraft(deps, changes.by);
  return result;
};

/**
 * Runs a change to many records in a transaction for each batch, so that neither locks nor the embedded database are
 * held until all is done. What has been committed is announced at the end, even if a later batch fails.
 * @returns the results of all batches
 */
export const changeInBatches = async <T, R>(
  deps: ServerDeps,
  items: readonly T[],
  operation: (tx: Database, batch: readonly T[], changes: PendingChanges) => Promise<readonly R[]>,
): Promise<R[]> => {
  const timestamp = deps.clock();
  const batch: BatchDescription = { ...(deps.batch ?? { kind: 'bulk' }) };
  const all = createChangeCollector(timestamp, deps.author ?? null);
  const results: R[] = [];
  let isAnyDrafted = false;
  try {
    await runInBatches(deps, items, async batchItems => {
      const { result, changes, isDrafted } = await commit(
        { ...deps, batch, clock: () => timestamp },
        (tx, batchChanges) => operation(tx, batchItems, batchChanges),
        deps.lockWait ?? LOCK_TIMEOUT_MS,
      );
      results.push(...result);
      // Runs at once, because if the process were killed, the sessions of blocked users would never end.
      for (const task of changes.tasks.splice(0)) task(deps);
      all.include(changes);
      isAnyDrafted ||= isDrafted;
    });
  } finally {
    if (batch.id !== undefined) await completeBatch(deps.db, batch.id);
    await announceChanges(deps, all);
    if (isAnyDrafted) announceDraft(deps, all.by);
  }
  return results;
};

/**
 * Creates a record.
 * @param runOnce may return the stored result of an identical earlier request instead, so that a retry creates no
 * duplicate
 */
export const createRecord = (
  deps: ServerDeps,
  binding: TableBinding,
  patch: Patch,
  runOnce: (tx: Database, create: () => Promise<WireRecord>) => Promise<WireRecord>,
): Promise<WireRecord> =>
  commitChange(withBatch(deps, 'create'), (tx, changes) =>
    runOnce(tx, () => insertRecord(tx, binding, patch, changes)),
  );

export const insertRecord = (
  tx: Database,
  binding: TableBinding,
  patch: Patch,
  changes: PendingChanges,
): Promise<WireRecord> => writeSingleRecord(tx, binding, { id: null, patch }, changes);

/**
 * Updates the fields in the patch. An update without changes keeps the version, so that it cannot cause conflicts for
 * others. Without `version` it overwrites whatever is stored, as the specification allows, and is recorded as a
 * security event.
 * @throws {ApiFailure} 404; 409 with the current record when `version` is outdated
 */
export const updateRecord = (
  deps: ServerDeps,
  binding: TableBinding,
  id: number,
  { version, ...patch }: Patch,
  /**
   * Removes what the caller may not see from the record in a conflict, since that record comes from another user's
   * save.
   */
  presentRecord: (record: WireRecord) => WireRecord,
): Promise<WireRecord> =>
  commitChange(deps, async (tx, changes) => {
    const assertAllowed: WriteRequest['assertAllowed'] = current => {
      if (version !== undefined && version !== current.version)
        throw new ApiFailure('conflict', { result: presentRecord(current) });
    };
    return writeSingleRecord(tx, binding, { id, patch, assertAllowed }, changes, record => {
      const { resource } = binding;
      if (version === undefined) recordUncheckedSave({ resource, id, name: record['name'] }, changes);
    });
  });

/**
 * Locks the record before reading it, because the patch may be computed from its current state.
 * @throws {ApiFailure} 404; whatever `assertAllowed` throws
 */
export const editRecord = (
  deps: ServerDeps,
  binding: TableBinding,
  id: number,
  patch: WriteRequest['patch'],
  assertAllowed?: WriteRequest['assertAllowed'],
): Promise<WireRecord> =>
  commitChange(deps, (tx, changes) => writeSingleRecord(tx, binding, { id, patch, assertAllowed }, changes));

/** @throws {ApiFailure} when the record is rejected */
const writeSingleRecord = async (
  tx: Database,
  binding: TableBinding,
  request: WriteRequest,
  changes: PendingChanges,
  onWritten?: (record: WireRecord) => void,
): Promise<WireRecord> => {
  const [outcome] = await writeRecords(tx, binding, [request], changes, { isWhole: true });
  if (outcome?.kind === 'refused') throw outcome.failure;
  if (outcome?.kind === 'unchanged') return outcome.current;
  const record = outcome?.record ?? requireSingle(await readRecords(tx, binding, outcome ? [outcome.id] : []));
  changes.written(binding.resource, record);
  onWritten?.(record);
  return record;
};

/** @throws {ApiFailure} 404; 409 when other records refer to it */
export const removeRecord = (deps: ServerDeps, binding: TableBinding, id: number): Promise<WireRecord> =>
  commitChange(withBatch(deps, 'delete'), async (tx, changes) => {
    const record = requireSingle(await lockForRemoval(tx, binding, [id]));
    if (!canEdit(binding, record, null)) throw new ApiFailure('forbidden');
    await deleteRows(tx, binding, [id], changes);
    return record;
  });

/**
 * Deletes or refuses each record on its own. Requires that the records were locked by `lockForRemoval`. What is in use
 * is known beforehand, because bisecting would read all records that could use it again for each group that it tries.
 */
export const deleteEachRow = async (
  tx: Database,
  binding: TableBinding,
  ids: readonly number[],
  changes: PendingChanges,
  refuse: (id: number, failure: ApiFailure) => void,
): Promise<void> => {
  const usages = await readUsages(tx, binding, ids);
  for (const id of ids) {
    const uses = usages.get(id);
    if (uses) refuse(id, createInUseFailure(uses));
  }
  await tryAllThenBisect(
    tx,
    changes,
    ids.filter(id => !usages.has(id)),
    (nested, batch, batchChanges) => deleteRows(nested, binding, batch, batchChanges, usages),
    refuse,
  );
};

/**
 * Requires that the records were locked by `lockForRemoval`.
 * @param usages if they have been read already
 * @throws {ApiFailure} 409 when other records refer to one of them
 */
export const deleteRows = async (
  tx: Database,
  binding: TableBinding,
  ids: readonly number[],
  changes: PendingChanges,
  usages?: UsagesById,
): Promise<void> => {
  await assertNotImporting(tx, binding);
  assertUnused(usages ?? (await readUsages(tx, binding, ids)), ids);
  await bumpLinkedVersions(tx, binding, ids, changes);
  await noteRemovedRecords(tx, binding, ids, changes);
  await withRowRules(binding, { tx, ids, patch: null, changes }, async () => {
    await tx.delete(binding.table as PgTable).where(inArray(binding.table.id, [...ids]));
    return [];
  });
  changes.deleted(binding.resource, ids);
};

const requireSingle = (records: WireRecord[]): WireRecord => {
  const [record] = records;
  if (!record) throw new ApiFailure('notFound');
  return record;
};
