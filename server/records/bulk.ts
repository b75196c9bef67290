import type { BulkFault, BulkReason, BulkVerdict } from '#contract/bulk.ts';
import type { Database } from '../db/database.ts';
import { asFailure } from '../db/violations.ts';
import type { Deps } from '../http/deps.ts';
import { ApiFailure, invalidField } from '../http/errors.ts';
import { translate, translateValidation } from '../translate.ts';
import { withCheckedAttributes } from './attributes.ts';
import { checkRules } from './complete.ts';
import { lockRecords, readRecords, type WireRecord } from './read.ts';
import { mayChange, type Storage } from './tableBinding.ts';
import { changedIn, checkReferred, holds, type Patch, patched } from './values.ts';
import { change, deleteRows, updateRows } from './write.ts';

interface Given {
  ids: readonly number[];
  patch: Patch;
  /** Expected versions by id. Records without one are changed unconditionally. */
  versions?: Readonly<Record<string, number>> | undefined;
}

const SAMPLES = 5;

/**
 * Sets the same values on many records. Each succeeds or fails on its own, so that one conflict does not block the
 * rest.
 * @throws {ApiFailure} 400 when the values are invalid for every record
 */
export const updateRecords = (deps: Deps, storage: Storage, given: Given): Promise<BulkVerdict> =>
  change(deps, async (tx, changes) => {
    const patch = await checkedPatch(tx, storage, given.patch);
    const { toChange, unchanged, failed } = sorted(
      storage,
      { ...given, patch },
      await lockRecords(tx, storage, given.ids),
    );
    const done = await allOrEach(tx, toChange, (nested, ids) => updateRows(nested, storage, ids, patch, changes));
    return verdictOf(given.ids, [...unchanged, ...done.ids], [...failed, ...done.failed]);
  });

/** Deletes many records. Each succeeds or fails on its own, so that one in use does not block the others. */
export const removeRecords = (deps: Deps, storage: Storage, ids: readonly number[]): Promise<BulkVerdict> =>
  change(deps, async (tx, changes) => {
    const { toChange, failed } = sorted(storage, { ids, patch: {} }, await lockRecords(tx, storage, ids), true);
    const done = await allOrEach(tx, toChange, (nested, some) => deleteRows(nested, storage, some, changes));
    return verdictOf(ids, done.ids, [...failed, ...done.failed]);
  });

/**
 * Dry run of `updateRecords`; failures that only the database can detect are not predicted.
 * @param present removes the fields the caller may not see
 */
export const previewRecords = async (
  { db }: Deps,
  storage: Storage,
  { ids, patch: given }: Given,
  present: (record: WireRecord) => WireRecord,
) => {
  const patch = await checkedPatch(db, storage, given);
  const records = await readRecords(db, storage, ids);
  const { toChange, unchanged, failed } = sorted(storage, { ids, patch }, records);
  const changing = new Set(toChange);
  return {
    changed: toChange.length,
    unchanged: unchanged.length,
    failed,
    versions: Object.fromEntries(records.map(({ id, version }) => [id, version])),
    samples: records
      .filter(({ id }) => changing.has(id))
      .slice(0, SAMPLES)
      .map(present),
  };
};

const checkedPatch = async (db: Database, storage: Storage, patch: Patch): Promise<Patch> => {
  if (patch['version'] !== undefined)
    throw invalidField('data.version', translateValidation('unknownField', { name: 'version' }));
  await checkReferred(db, storage, patch);
  return withCheckedAttributes(db, storage, patch);
};

interface Sorted {
  toChange: number[];
  unchanged: number[];
  failed: BulkFault[];
}

/**
 * Decides what to do with each record. One that already has the values passes whatever its version, because the client
 * may be retrying after a lost response.
 */
const sorted = (
  storage: Storage,
  { ids, patch, versions = {} }: Given,
  records: readonly WireRecord[],
  isRemoval = false,
): Sorted => {
  const known = new Map(records.map(record => [record.id, record]));
  const result: Sorted = { toChange: [], unchanged: [], failed: [] };
  for (const id of new Set(ids)) {
    const record = known.get(id);
    if (!record) result.failed.push(faultOf(id, 'absent'));
    else if (!mayChange(storage, record, isRemoval ? null : patch)) result.failed.push(faultOf(id, 'forbidden'));
    else if (!isRemoval && holds(storage, record, patch)) result.unchanged.push(id);
    else if ((versions[id] ?? record.version) !== record.version) result.failed.push(faultOf(id, 'conflict'));
    else if (isRemoval) result.toChange.push(id);
    else {
      const fault = ruleFault(storage, record, patch);
      if (fault) result.failed.push(fault);
      else result.toChange.push(id);
    }
  }
  return result;
};

const ruleFault = (storage: Storage, record: WireRecord, patch: Patch): BulkFault | null => {
  try {
    checkRules(storage, patched(storage, record, patch), changedIn(storage, record, patch));
    return null;
  } catch (error) {
    if (error instanceof ApiFailure) return faultOfFailure(record.id, error);
    throw error;
  }
};

/**
 * Works on all records at once and bisects on failure until the failing ones are isolated, because a statement per
 * record is far slower when most succeed.
 */
const allOrEach = async (
  tx: Database,
  ids: number[],
  work: (nested: Database, ids: number[]) => Promise<void>,
): Promise<BulkVerdict> => {
  if (ids.length === 0) return { ids: [], failed: [] };
  try {
    await tx.transaction(nested => work(nested, ids));
    return { ids, failed: [] };
  } catch (error) {
    const failure = asFailure(error);
    if (!(failure instanceof ApiFailure)) throw error;
    if (ids.length === 1) return { ids: [], failed: ids.map(id => faultOfFailure(id, failure)) };
    const half = Math.ceil(ids.length / 2);
    const first = await allOrEach(tx, ids.slice(0, half), work);
    const second = await allOrEach(tx, ids.slice(half), work);
    return { ids: [...first.ids, ...second.ids], failed: [...first.failed, ...second.failed] };
  }
};

const verdictOf = (asked: readonly number[], done: readonly number[], failed: BulkFault[]): BulkVerdict => {
  const isDone = new Set(done);
  return { ids: [...new Set(asked)].filter(id => isDone.has(id)), failed };
};

const texts = { conflict: 'conflict', absent: 'notFound', inUse: 'inUse', forbidden: 'forbidden' } as const;

const faultOf = (id: number, reason: keyof typeof texts): BulkFault => ({
  id,
  reason,
  message: translate(texts[reason]),
});

const faultOfFailure = (id: number, { kind, message, details: { errors } }: ApiFailure): BulkFault => {
  const reason: BulkReason = kind === 'conflict' ? 'inUse' : kind === 'forbidden' ? 'forbidden' : 'invalid';
  return { id, reason, message, ...(errors && { errors }) };
};
