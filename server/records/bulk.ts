import type { BulkError, BulkResponse } from '#contract/bulk.ts';
import type { Database } from '../db/database.ts';
import type { Deps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';
import { changeInBatches, commitChange, deleteRows } from './commit.ts';
import { createRefusedWrite, decideWrites, isRefused, type RefusedWrite, type WriteRequest } from './decideWrites.ts';
import { createBulkPatch } from './edits.ts';
import type { WireRecord } from './readRecords.ts';
import { canEdit, type TableBinding } from './tableBinding.ts';
import { lockForRemoval } from './touched.ts';
import { applyPatch, type Patch } from './values.ts';
import { getRefusalReason, tryAllThenBisect, writeRecords } from './writeRecords.ts';

interface BulkEditRequest {
  ids: readonly number[];
  patch: Patch;
  versions?: Readonly<Record<string, number>> | undefined;
}

const SAMPLE_COUNT = 5;

/**
 * Sets the same values in many records, or edits the items of their values in the same way. Each succeeds or fails on
 * its own, so that one conflict does not block the rest.
 * @throws {ApiFailure} 400 when the values are invalid for every record
 */
export const updateRecords = async (
  deps: Deps,
  binding: TableBinding,
  given: BulkEditRequest,
): Promise<BulkResponse> => {
  const requests = await buildRequests(deps.db, binding, given);
  const written = await changeInBatches(deps, requests, (tx, batch, changes) =>
    writeRecords(tx, binding, batch, changes),
  );
  const unchanged = written.filter(({ kind }) => kind === 'unchanged').length;
  return {
    ids: written.flatMap(one => (one.kind === 'refused' ? [] : [one.id])),
    ...(unchanged > 0 && { unchanged }),
    failed: collectBulkErrors(requests, written),
  };
};

/** Each deletion succeeds or fails on its own, so that a record in use does not block the others. */
export const removeRecords = (deps: Deps, binding: TableBinding, given: readonly number[]): Promise<BulkResponse> =>
  commitChange(deps, async (tx, changes) => {
    const records = new Map((await lockForRemoval(tx, binding, given)).map(record => [record.id, record]));
    const ids = [...new Set(given)];
    const failed = new Map<number, BulkError>();
    for (const id of ids) {
      const record = records.get(id);
      if (!record) failed.set(id, toBulkError(id, createRefusedWrite('absent', new ApiFailure('notFound'))));
      else if (!canEdit(binding, record, null))
        failed.set(id, toBulkError(id, createRefusedWrite('forbidden', new ApiFailure('forbidden'))));
    }
    await tryAllThenBisect(
      tx,
      changes,
      ids.filter(id => !failed.has(id)),
      (nested, some, own) => deleteRows(nested, binding, some, own),
      (id, failure) => failed.set(id, toBulkError(id, createRefusedWrite(getRefusalReason(failure), failure))),
    );
    return { ids: ids.filter(id => !failed.has(id)), failed: [...failed.values()] };
  });

/**
 * Dry run of `updateRecords`; failures that only the database can detect are not predicted.
 * @param present removes the fields the caller may not see
 */
export const previewRecords = async (
  { db }: Deps,
  binding: TableBinding,
  given: BulkEditRequest,
  present: (record: WireRecord) => WireRecord,
) => {
  const requests = await buildRequests(db, binding, given);
  const verdicts = await decideWrites(db, binding, requests, { locks: false });
  const changing = verdicts.filter(one => one.kind === 'changed');
  const sampled = changing.slice(0, SAMPLE_COUNT);
  const known = verdicts.flatMap(one => ('current' in one && one.current ? [one.current] : []));
  return {
    changed: changing.length,
    unchanged: verdicts.filter(({ kind }) => kind === 'unchanged').length,
    failed: collectBulkErrors(requests, verdicts),
    versions: Object.fromEntries(known.map(({ id, version }) => [id, version])),
    samples: sampled.map(({ current }) => present(current)),
    results: sampled.map(one => present({ ...one.current, ...applyPatch(binding, one.current, one.patch) })),
  };
};

const buildRequests = async (
  db: Database,
  binding: TableBinding,
  { ids, patch, versions = {} }: BulkEditRequest,
): Promise<WriteRequest[]> => {
  const resolvedPatch = await createBulkPatch(db, binding, patch);
  return [...new Set(ids)].map(id => ({ id, patch: resolvedPatch, version: versions[id] }));
};

const collectBulkErrors = (requests: readonly WriteRequest[], verdicts: readonly object[]): BulkError[] =>
  requests.flatMap(({ id }, at) => {
    const verdict = verdicts[at];
    return id !== null && verdict && isRefused(verdict) ? [toBulkError(id, verdict)] : [];
  });

const toBulkError = (id: number, { reason, failure: { message, details } }: RefusedWrite): BulkError => ({
  id,
  reason,
  message,
  ...(details.errors && { errors: details.errors }),
});
