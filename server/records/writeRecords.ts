import type { Database } from '../db/database.ts';
import { toApiFailure } from '../db/violations.ts';
import { ApiFailure } from '../http/errors.ts';
import {
  createRefusedWrite,
  decideWrites,
  type RefusedWrite,
  type WriteDecision,
  type WriteRequest,
} from './decideWrites.ts';
import type { WireRecord } from './readRecords.ts';
import type { PendingChanges } from './recordChanges.ts';
import {
  type InsertWrite,
  type StoredRecords,
  storeChangedRecords,
  storeNewRecords,
  type UpdateWrite,
} from './store.ts';
import type { TableBinding } from './tableBinding.ts';

export type WriteOutcome =
  | { kind: 'new'; id: number; record?: WireRecord | undefined }
  | { kind: 'changed'; id: number; current: WireRecord; record?: WireRecord | undefined }
  | { kind: 'unchanged'; id: number; current: WireRecord }
  | RefusedWrite;

interface WriteOptions {
  /**
   * Set if the transaction consists only of this write. An error may then abort it, so no savepoint is needed. `record`
   * is the stored record if the statement itself returns it.
   */
  isWhole?: boolean;
  /** See `decideWrites`. */
  fields?: ReadonlySet<string>;
  leavesUnchanged?: boolean;
}

/**
 * The only function that writes records: saves, bulk edits and imports all use it, so that rules and side effects apply
 * to each of them. Every record succeeds or fails on its own.
 * @returns the outcome for each record, in the same order
 */
export const writeRecords = async (
  tx: Database,
  binding: TableBinding,
  requests: readonly WriteRequest[],
  changes: PendingChanges,
  { isWhole = false, fields, leavesUnchanged }: WriteOptions = {},
): Promise<WriteOutcome[]> => {
  const decisions = await decideWrites(tx, binding, requests, { locks: true, fields, leavesUnchanged });
  const outcomes = new Map<WriteDecision, WriteOutcome>();
  const store = async (
    nested: Database,
    batch: readonly (InsertWrite | UpdateWrite)[],
    batchChanges: PendingChanges,
  ) => {
    const [newRecords, changedRecords] = [batch.filter(isNew), batch.filter(isChanged)];
    // Existing records go first, because a new record may take a key that one of them gives up.
    const options = { returns: isWhole };
    const updateResult =
      changedRecords.length > 0
        ? await storeChangedRecords(nested, binding, changedRecords, batchChanges, options)
        : NOTHING_STORED;
    const insertResult =
      newRecords.length > 0
        ? await storeNewRecords(nested, binding, newRecords, batchChanges, options)
        : NOTHING_STORED;
    const records = new Map([...updateResult.records, ...insertResult.records].map(record => [record.id, record]));
    for (const changedRecord of changedRecords) {
      const { id } = changedRecord.current;
      outcomes.set(changedRecord, { kind: 'changed', id, current: changedRecord.current, record: records.get(id) });
    }
    for (const [index, newRecord] of newRecords.entries()) {
      const id = insertResult.ids[index] ?? 0;
      outcomes.set(newRecord, { kind: 'new', id, record: records.get(id) });
    }
  };
  const recordsToStore = decisions.filter(decision => isNew(decision) || isChanged(decision));
  if (isWhole) await store(tx, recordsToStore, changes);
  else
    await tryAllThenBisect(tx, changes, recordsToStore, store, (decision, failure) =>
      outcomes.set(
        decision,
        createRefusedWrite(getRefusalReason(failure), failure, isChanged(decision) ? decision.current : undefined),
      ),
    );
  return decisions.map(decision => {
    if (decision.kind === 'refused') return decision;
    if (decision.kind === 'unchanged') return { ...decision, id: decision.current.id };
    const outcome = outcomes.get(decision);
    if (!outcome) throw new Error('a record was neither written nor refused');
    return outcome;
  });
};

const NOTHING_STORED: StoredRecords = { ids: [], records: [] };

const isNew = (decision: WriteDecision): decision is InsertWrite => decision.kind === 'new';
const isChanged = (decision: WriteDecision): decision is UpdateWrite => decision.kind === 'changed';

export const getRefusalReason = ({ kind }: ApiFailure): RefusedWrite['reason'] => {
  if (kind === 'conflict') return 'inUse';
  return kind === 'forbidden' ? 'forbidden' : 'invalid';
};

/**
 * Tries all at once and bisects on failure until the failing ones are isolated, because one statement per record is far
 * slower when most succeed.
 */
export const tryAllThenBisect = async <T>(
  tx: Database,
  changes: PendingChanges,
  all: readonly T[],
  operation: (nested: Database, batch: readonly T[], changes: PendingChanges) => Promise<unknown>,
  refuse: (item: T, failure: ApiFailure) => void,
): Promise<void> => {
  const [first] = all;
  if (first === undefined) return;
  try {
    await changes.tentatively(batchChanges => tx.transaction(nested => operation(nested, all, batchChanges)));
  } catch (error) {
    const failure = toApiFailure(error);
    // An error of the server or the database, such as a full disk, is not caused by a single record.
    if (!(failure instanceof ApiFailure) || failure.status >= 500) throw error;
    if (all.length === 1) {
      refuse(first, failure);
      return;
    }
    const halfLength = Math.ceil(all.length / 2);
    await tryAllThenBisect(tx, changes, all.slice(0, halfLength), operation, refuse);
    await tryAllThenBisect(tx, changes, all.slice(halfLength), operation, refuse);
  }
};
