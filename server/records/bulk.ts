import type { BulkError, BulkResponse } from '#contract/bulk.ts';
import { createPriceSummary, listPercentChanges } from '#contract/priceChanges.ts';
import { withBatch } from '../accounts/author.ts';
import { readHistorySettings } from '../batches/historySettings.ts';
import type { Database } from '../db/database.ts';
import type { ServerDeps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';
import { changeInBatches, commitChange, deleteEachRow } from './commit.ts';
import { createRefusedWrite, decideWrites, isRefused, type RefusedWrite, type WriteRequest } from './decideWrites.ts';
import { createBulkPatch } from './edits.ts';
import type { WireRecord } from './readRecords.ts';
import { canEdit, type TableBinding } from './tableBinding.ts';
import { lockForRemoval } from './touched.ts';
import { applyPatch, type Patch } from './values.ts';
import { getRefusalReason, writeRecords } from './writeRecords.ts';

interface BulkEditRequest {
  ids: readonly number[];
  patch: Patch;
  versions?: Readonly<Record<string, number>> | undefined;
}

const MAX_SAMPLES = 5;

/**
 * Sets the same values in many records, or edits the items of their values in the same way. Each succeeds or fails on
 * its own, so that one conflict does not block the rest.
 * @throws {ApiFailure} 400 when the values are invalid for every record
 */
export const updateRecords = async (
  deps: ServerDeps,
  binding: TableBinding,
  request: BulkEditRequest,
): Promise<BulkResponse> => {
  const requests = await buildRequests(deps.db, binding, request);
  const outcomes = await changeInBatches(deps, requests, (tx, batch, changes) =>
    writeRecords(tx, binding, batch, changes),
  );
  const unchangedCount = outcomes.filter(({ kind }) => kind === 'unchanged').length;
  return {
    ids: outcomes.flatMap(outcome => (outcome.kind === 'refused' ? [] : [outcome.id])),
    ...(unchangedCount > 0 && { unchanged: unchangedCount }),
    failed: collectBulkErrors(requests, outcomes),
  };
};

/** Each deletion succeeds or fails on its own, so that a record in use does not block the others. */
export const removeRecords = (
  deps: ServerDeps,
  binding: TableBinding,
  requestedIds: readonly number[],
): Promise<BulkResponse> =>
  commitChange(withBatch(deps, 'delete'), async (tx, changes) => {
    const records = new Map((await lockForRemoval(tx, binding, requestedIds)).map(record => [record.id, record]));
    const ids = [...new Set(requestedIds)];
    const failures = new Map<number, BulkError>();
    for (const id of ids) {
      const record = records.get(id);
      if (!record) failures.set(id, toBulkError(id, createRefusedWrite('absent', new ApiFailure('notFound'))));
      else if (!canEdit(binding, record, null))
        failures.set(id, toBulkError(id, createRefusedWrite('forbidden', new ApiFailure('forbidden'))));
    }
    await deleteEachRow(
      tx,
      binding,
      ids.filter(id => !failures.has(id)),
      changes,
      (id, failure) => failures.set(id, toBulkError(id, createRefusedWrite(getRefusalReason(failure), failure))),
    );
    return { ids: ids.filter(id => !failures.has(id)), failed: [...failures.values()] };
  });

/**
 * Dry run of `updateRecords`; failures that only the database can detect are not predicted.
 * @param presentRecord removes the fields the caller may not see
 */
export const previewRecords = async (
  { db }: ServerDeps,
  binding: TableBinding,
  request: BulkEditRequest,
  presentRecord: (record: WireRecord) => WireRecord,
) => {
  const requests = await buildRequests(db, binding, request);
  const decisions = await decideWrites(db, binding, requests, { locks: false });
  const changedDecisions = decisions.filter(decision => decision.kind === 'changed');
  const samples = changedDecisions.slice(0, MAX_SAMPLES);
  const prices = createPriceSummary((await readHistorySettings(db)).price_percent);
  for (const { current, patch } of changedDecisions)
    for (const change of listPercentChanges(binding.collection, current, {
      ...current,
      ...applyPatch(binding, current, patch),
    }))
      prices.add(change);
  const knownRecords = decisions.flatMap(decision =>
    'current' in decision && decision.current ? [decision.current] : [],
  );
  return {
    changed: changedDecisions.length,
    unchanged: decisions.filter(({ kind }) => kind === 'unchanged').length,
    failed: collectBulkErrors(requests, decisions),
    versions: Object.fromEntries(knownRecords.map(({ id, version }) => [id, version])),
    prices: prices.result(),
    samples: samples.map(({ current }) => presentRecord(current)),
    results: samples.map(sample =>
      presentRecord({ ...sample.current, ...applyPatch(binding, sample.current, sample.patch) }),
    ),
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

const collectBulkErrors = (requests: readonly WriteRequest[], decisions: readonly object[]): BulkError[] =>
  requests.flatMap(({ id }, index) => {
    const decision = decisions[index];
    return id !== null && decision && isRefused(decision) ? [toBulkError(id, decision)] : [];
  });

const toBulkError = (id: number, { reason, failure: { message, details } }: RefusedWrite): BulkError => ({
  id,
  reason,
  message,
  ...(details.errors && { errors: details.errors }),
});
