import { setTimeout as delay } from 'node:timers/promises';
import { keysOf } from '#contract/keysOf.ts';
import {
  emptySyncCounts,
  type PublishedRecordType,
  publishedRecords,
  type SyncCounts,
  type SyncLogItem,
} from '#contract/synchronization.ts';
import { runInBatches } from '../db/batchPace.ts';
import type { Database } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import type { ServerDeps } from '../http/deps.ts';
import { RunEndedError } from '../jobs/engine.ts';
import type { PacedUpdates } from '../jobs/paceUpdates.ts';
import { haveTransactionsEnded, readMark, takeChangedRecords } from './changedRecords.ts';
import { createEmptyExclusionReasons, updateReasons } from './exclusionReasons.ts';
import { countPlannedRecords, type PublicationPlan } from './plan.ts';
import { type CheckedVersions, filterChangedSince, findSuspects, readTreeVersions } from './publish.ts';
import { publicationStore } from './runs.ts';
import { type Staging, stageCategories, stageRecords } from './stage.ts';
import { addTally, readTallies } from './tally.ts';

export type ScanUpdates = PacedUpdates<SyncLogItem, SyncCounts>;

interface StagingScan {
  deps: ServerDeps;
  attempt: number;
  signal: AbortSignal;
  staging: Staging;
  checkedVersions: CheckedVersions;
  counts: SyncCounts;
  updates: ScanUpdates;
}

interface ScanRequest {
  attempt: number;
  signal: AbortSignal;
  staging: Staging;
  plan: PublicationPlan;
  onlyFailed: boolean;
}

/**
 * Checks and stages every record in the plan in batches, and then the records that have changed in the meantime. Only a
 * few records are then left for the final transaction, which blocks all writers.
 */
export const stageAllRecords = async (
  deps: ServerDeps,
  { attempt, signal, staging, plan, onlyFailed }: ScanRequest,
  updates: ScanUpdates,
): Promise<CheckedVersions> => {
  await takeChangedRecords(deps.db);
  const transactionMark = await readMark(deps.db);
  const checkedVersions: CheckedVersions = {
    versions: { nomenclature: new Map(), catalog: new Map() },
    trees: await readTreeVersions(deps.db),
    hasAllChanges: false,
    sums: new Map(),
    exclusionReasons: createEmptyExclusionReasons(),
  };
  const counts = { ...emptySyncCounts };
  const scan: StagingScan = { deps, attempt, signal, staging, checkedVersions, counts, updates };
  await inTransaction(deps.db, async tx => {
    await stageCategories(tx, staging);
    await saveProgress(tx, scan, 0);
  });
  const total = countPlannedRecords(plan);
  let done = 0;
  for (const entity of publishedRecords)
    await runInBatches(deps, plan[entity], async ids => {
      done += ids.length;
      // At most 99 %, because 100 means that the run has finished.
      await stageBatch(scan, entity, { ids, progress: Math.min(99, Math.floor((done / total) * 100)) });
    });
  await recheckRecords(scan, onlyFailed, transactionMark);
  addTally(checkedVersions.sums, await readTallies(deps.db, staging.runId));
  return checkedVersions;
};

/** Longest wait for transactions that started before the run, in ms; longer than any save or import batch takes. */
const MAX_TRANSACTION_WAIT_MS = 5000;
const POLL_INTERVAL_MS = 50;

/** @returns false if waiting takes too long */
const waitForEarlierTransactions = async ({ db }: ServerDeps, transactionMark: string): Promise<boolean> => {
  for (
    const deadline = performance.now() + MAX_TRANSACTION_WAIT_MS;
    performance.now() < deadline;
    await delay(POLL_INTERVAL_MS)
  )
    if (await haveTransactionsEnded(db, transactionMark)) return true;
  return haveTransactionsEnded(db, transactionMark);
};

const recheckRecords = async (scan: StagingScan, onlyFailed: boolean, transactionMark: string): Promise<void> => {
  const { deps, checkedVersions } = scan;
  // Wait here, before writers are blocked: without complete records of writes, `publish` would have to compare every
  // version under its lock.
  checkedVersions.hasAllChanges = await waitForEarlierTransactions(deps, transactionMark);
  await takeChangedRecords(deps.db);
  const suspects = await findSuspects(deps.db, { checkedVersions, onlyFailed });
  for (const entity of publishedRecords)
    await runInBatches(deps, suspects[entity], async ids => {
      const lateIds = await filterChangedSince(deps.db, entity, ids, checkedVersions.versions[entity]);
      if (lateIds.length > 0) await stageBatch(scan, entity, { ids: lateIds, progress: 99 });
    });
};

const stageBatch = async (
  scan: StagingScan,
  entity: PublishedRecordType,
  { ids, progress }: { ids: readonly number[]; progress: number },
): Promise<void> => {
  const { deps, signal, staging, checkedVersions, counts, updates } = scan;
  signal.throwIfAborted();
  const [removedRecords, items] = await inTransaction(deps.db, async tx => {
    const removedRecords = await stageRecords(tx, staging, entity, ids);
    await saveProgress(tx, { ...scan, counts: sumCounts(counts, removedRecords.counts) }, progress);
    return [removedRecords, await publicationStore.writeLog(tx, staging.runId, removedRecords.lines)] as const;
  });
  Object.assign(counts, sumCounts(counts, removedRecords.counts));
  for (const [id, version] of removedRecords.versions) checkedVersions.versions[entity].set(id, version);
  updateReasons(checkedVersions.exclusionReasons[entity], ids, removedRecords.reasons);
  updates.update(progress, items, { ...counts });
};

/** @throws {RunEndedError} inside the transaction, so that nothing of an ended run is written */
const saveProgress = async (
  tx: Database,
  { attempt, staging, counts }: StagingScan,
  progress: number,
): Promise<void> => {
  const isContinuing = await publicationStore.writeStep(tx, staging.runId, { attempt, counts, progress });
  if (!isContinuing) throw new RunEndedError(`synchronization ${staging.runId} was ended`);
};

const sumCounts = (counts: SyncCounts, other: SyncCounts): SyncCounts => {
  const total = { ...counts };
  for (const name of keysOf(total)) total[name] += other[name];
  return total;
};
