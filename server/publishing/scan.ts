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
import type { Deps } from '../http/deps.ts';
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
  deps: Deps;
  staging: Staging;
  checked: CheckedVersions;
  counts: SyncCounts;
  updates: ScanUpdates;
}

interface ScanRequest {
  staging: Staging;
  plan: PublicationPlan;
  onlyFailed: boolean;
}

/**
 * Checks and stages every record of the plan in batches, then those that were changed meanwhile, so that few are left
 * for the final transaction, which blocks all writers.
 */
export const stageAllRecords = async (
  deps: Deps,
  { staging, plan, onlyFailed }: ScanRequest,
  updates: ScanUpdates,
): Promise<CheckedVersions> => {
  await takeChangedRecords(deps.db);
  const mark = await readMark(deps.db);
  const checked: CheckedVersions = {
    versions: { nomenclature: new Map(), catalog: new Map() },
    trees: await readTreeVersions(deps.db),
    hasAllChanges: false,
    sums: new Map(),
    leftOut: createEmptyExclusionReasons(),
  };
  const counts = { ...emptySyncCounts };
  const scan: StagingScan = { deps, staging, checked, counts, updates };
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
  await recheckRecords(scan, onlyFailed, mark);
  addTally(checked.sums, await readTallies(deps.db, staging.runId));
  return checked;
};

/** Longest wait for transactions that started before the run, in ms; longer than any save or import batch takes. */
const MAX_TRANSACTION_WAIT_MS = 5000;
const POLL_INTERVAL_MS = 50;

/** @returns false if waiting takes too long */
const waitForEarlierTransactions = async ({ db }: Deps, mark: string): Promise<boolean> => {
  for (
    const deadline = performance.now() + MAX_TRANSACTION_WAIT_MS;
    performance.now() < deadline;
    await delay(POLL_INTERVAL_MS)
  )
    if (await haveTransactionsEnded(db, mark)) return true;
  return haveTransactionsEnded(db, mark);
};

const recheckRecords = async (scan: StagingScan, onlyFailed: boolean, mark: string): Promise<void> => {
  const { deps, checked } = scan;
  // Wait here, before writers are blocked: without complete records of writes, `publish` would have to compare every
  // version under its lock.
  checked.hasAllChanges = await waitForEarlierTransactions(deps, mark);
  await takeChangedRecords(deps.db);
  const suspects = await findSuspects(deps.db, { checked, onlyFailed });
  for (const entity of publishedRecords)
    await runInBatches(deps, suspects[entity], async ids => {
      const late = await filterChangedSince(deps.db, entity, ids, checked.versions[entity]);
      if (late.length > 0) await stageBatch(scan, entity, { ids: late, progress: 99 });
    });
};

const stageBatch = async (
  scan: StagingScan,
  entity: PublishedRecordType,
  { ids, progress }: { ids: readonly number[]; progress: number },
): Promise<void> => {
  const { deps, staging, checked, counts, updates } = scan;
  const [gone, items] = await inTransaction(deps.db, async tx => {
    const gone = await stageRecords(tx, staging, entity, ids);
    await saveProgress(tx, { ...scan, counts: sumCounts(counts, gone.counts) }, progress);
    return [gone, await publicationStore.writeLog(tx, staging.runId, gone.lines)] as const;
  });
  Object.assign(counts, sumCounts(counts, gone.counts));
  for (const [id, version] of gone.versions) checked.versions[entity].set(id, version);
  updateReasons(checked.leftOut[entity], ids, gone.reasons);
  updates.update(progress, items, { ...counts });
};

/** @throws {RunEndedError} inside the transaction, so that nothing of an ended run is written */
const saveProgress = async (tx: Database, { staging, counts }: StagingScan, progress: number): Promise<void> => {
  const isGoingOn = await publicationStore.writeStep(tx, staging.runId, { counts, progress });
  if (!isGoingOn) throw new RunEndedError(`synchronization ${staging.runId} was ended`);
};

const sumCounts = (one: SyncCounts, other: SyncCounts): SyncCounts => {
  const total = { ...one };
  for (const name of keysOf(total)) total[name] += other[name];
  return total;
};
