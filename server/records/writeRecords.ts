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
import type { ChangesByResource } from './recordChanges.ts';
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
  changes: ChangesByResource,
  { isWhole = false }: WriteOptions = {},
): Promise<WriteOutcome[]> => {
  const verdicts = await decideWrites(tx, binding, requests, { locks: true });
  const written = new Map<WriteDecision, WriteOutcome>();
  const store = async (nested: Database, some: readonly (InsertWrite | UpdateWrite)[], own: ChangesByResource) => {
    const [fresh, changed] = [some.filter(isNew), some.filter(isChanged)];
    // Existing records go first, because a new record may take a key that one of them gives up.
    const options = { returns: isWhole };
    const updated =
      changed.length > 0 ? await storeChangedRecords(nested, binding, changed, own, options) : NOTHING_STORED;
    const inserted = fresh.length > 0 ? await storeNewRecords(nested, binding, fresh, own, options) : NOTHING_STORED;
    const records = new Map([...updated.records, ...inserted.records].map(record => [record.id, record]));
    for (const one of changed) {
      const { id } = one.current;
      written.set(one, { kind: 'changed', id, current: one.current, record: records.get(id) });
    }
    for (const [at, one] of fresh.entries()) {
      const id = inserted.ids[at] ?? 0;
      written.set(one, { kind: 'new', id, record: records.get(id) });
    }
  };
  const toStore = verdicts.filter(one => isNew(one) || isChanged(one));
  if (isWhole) await store(tx, toStore, changes);
  else
    await tryAllThenBisect(tx, changes, toStore, store, (one, failure) =>
      written.set(
        one,
        createRefusedWrite(getRefusalReason(failure), failure, isChanged(one) ? one.current : undefined),
      ),
    );
  return verdicts.map(one => {
    if (one.kind === 'refused') return one;
    if (one.kind === 'unchanged') return { ...one, id: one.current.id };
    const outcome = written.get(one);
    if (!outcome) throw new Error('a record was neither written nor refused');
    return outcome;
  });
};

const NOTHING_STORED: StoredRecords = { ids: [], records: [] };

const isNew = (one: WriteDecision): one is InsertWrite => one.kind === 'new';
const isChanged = (one: WriteDecision): one is UpdateWrite => one.kind === 'changed';

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
  changes: ChangesByResource,
  all: readonly T[],
  work: (nested: Database, some: readonly T[], changes: ChangesByResource) => Promise<unknown>,
  refuse: (one: T, failure: ApiFailure) => void,
): Promise<void> => {
  const [first] = all;
  if (first === undefined) return;
  try {
    await changes.tentatively(own => tx.transaction(nested => work(nested, all, own)));
  } catch (error) {
    const failure = toApiFailure(error);
    // An error of the server or the database, such as a full disk, is not caused by a single record.
    if (!(failure instanceof ApiFailure) || failure.status >= 500) throw error;
    if (all.length === 1) {
      refuse(first, failure);
      return;
    }
    const half = Math.ceil(all.length / 2);
    await tryAllThenBisect(tx, changes, all.slice(0, half), work, refuse);
    await tryAllThenBisect(tx, changes, all.slice(half), work, refuse);
  }
};
