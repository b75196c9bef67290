import { setTimeout as delay } from 'node:timers/promises';
import { keysOf } from '#contract/keysOf.ts';
import {
  noSyncCounts,
  type PublishedRecord,
  publishedRecords,
  type SyncCounts,
  type SyncLogItem,
} from '#contract/synchronization.ts';
import { inBatches } from '../db/batchPace.ts';
import type { Database } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../http/deps.ts';
import { RunEnded } from '../jobs/engine.ts';
import type { Paced } from '../jobs/paced.ts';
import { haveEnded, markNow, takeTouched } from './changedRecords.ts';
import { nothingLeftOut, updateReasons } from './leftOut.ts';
import { type Plan, sizeOf } from './plan.ts';
import { allSuspects, type Checked, changedSince, treeVersions } from './publish.ts';
import { publicationStore } from './runs.ts';
import { type Staging, stageCategories, stageRecords } from './stage.ts';
import { addTally, tallyOf } from './tally.ts';

export type Updates = Paced<SyncLogItem, SyncCounts>;

interface Scan {
  deps: Deps;
  staging: Staging;
  checked: Checked;
  counts: SyncCounts;
  updates: Updates;
}

interface ScanRequest {
  staging: Staging;
  plan: Plan;
  onlyFailed: boolean;
}

/**
 * Checks and stages every record of the plan in batches, then those that were changed meanwhile, so that few are left
 * for the final transaction, which blocks all writers.
 */
export const stageAll = async (
  deps: Deps,
  { staging, plan, onlyFailed }: ScanRequest,
  updates: Updates,
): Promise<Checked> => {
  await takeTouched(deps.db);
  const mark = await markNow(deps.db);
  const checked: Checked = {
    versions: { nomenclature: new Map(), catalog: new Map() },
    trees: await treeVersions(deps.db),
    hasAllChanges: false,
    sums: new Map(),
    leftOut: nothingLeftOut(),
  };
  const counts = { ...noSyncCounts };
  const scan: Scan = { deps, staging, checked, counts, updates };
  await inTransaction(deps.db, async tx => {
    await stageCategories(tx, staging);
    await saveProgress(tx, scan, 0);
  });
  const total = sizeOf(plan);
  let done = 0;
  for (const entity of publishedRecords)
    await inBatches(deps, plan[entity], async ids => {
      done += ids.length;
      // 100 is reserved for the finished run.
      await stageBatch(scan, entity, { ids, progress: Math.min(99, Math.floor((done / total) * 100)) });
    });
  await recheck(scan, onlyFailed, mark);
  addTally(checked.sums, await tallyOf(deps.db, staging.runId));
  return checked;
};

/** Longest wait for transactions that started before the run, in ms; longer than any save or import batch takes. */
const PATIENCE = 5000;
const ASK_EVERY = 50;

/** @returns false when that takes too long */
const waitForEarlier = async ({ db }: Deps, mark: string): Promise<boolean> => {
  for (const until = performance.now() + PATIENCE; performance.now() < until; await delay(ASK_EVERY))
    if (await haveEnded(db, mark)) return true;
  return haveEnded(db, mark);
};

const recheck = async (scan: Scan, onlyFailed: boolean, mark: string): Promise<void> => {
  const { deps, checked } = scan;
  // Wait here, before writers are blocked: without complete records of writes, `publish` would have to compare every
  // version under its lock.
  checked.hasAllChanges = await waitForEarlier(deps, mark);
  await takeTouched(deps.db);
  const suspects = await allSuspects(deps.db, { checked, onlyFailed });
  for (const entity of publishedRecords)
    await inBatches(deps, suspects[entity], async ids => {
      const late = await changedSince(deps.db, entity, ids, checked.versions[entity]);
      if (late.length > 0) await stageBatch(scan, entity, { ids: late, progress: 99 });
    });
};

const stageBatch = async (
  scan: Scan,
  entity: PublishedRecord,
  { ids, progress }: { ids: readonly number[]; progress: number },
): Promise<void> => {
  const { deps, staging, checked, counts, updates } = scan;
  const [gone, items] = await inTransaction(deps.db, async tx => {
    const gone = await stageRecords(tx, staging, entity, ids);
    await saveProgress(tx, { ...scan, counts: sum(counts, gone.counts) }, progress);
    return [gone, await publicationStore.writeLog(tx, staging.runId, gone.lines)] as const;
  });
  Object.assign(counts, sum(counts, gone.counts));
  for (const [id, version] of gone.versions) checked.versions[entity].set(id, version);
  updateReasons(checked.leftOut[entity], ids, gone.reasons);
  updates.update(progress, items, { ...counts });
};

/** @throws {RunEnded} inside the transaction, so that nothing of an ended run is written */
const saveProgress = async (tx: Database, { staging, counts }: Scan, progress: number): Promise<void> => {
  const isGoingOn = await publicationStore.writeStep(tx, staging.runId, { counts, progress });
  if (!isGoingOn) throw new RunEnded(`synchronization ${staging.runId} was ended`);
};

const sum = (one: SyncCounts, other: SyncCounts): SyncCounts => {
  const total = { ...one };
  for (const name of keysOf(total)) total[name] += other[name];
  return total;
};
