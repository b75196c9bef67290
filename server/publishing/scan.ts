import { setTimeout as delay } from 'node:timers/promises';
import { keysOf } from '#contract/keysOf.ts';
import {
  noSyncCounts,
  type PublishedRecord,
  publishedRecords,
  type SyncCounts,
  type SyncLogItem,
} from '#contract/synchronization.ts';
import type { Database } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../http/deps.ts';
import { importPace } from '../imports/pace.ts';
import { RunEnded } from '../jobs/engine.ts';
import type { Paced } from '../jobs/paced.ts';
import { areOver, markNow, takeTouched } from './changedRecords.ts';
import { keepReasons, nothingLeftOut } from './leftOut.ts';
import { type Plan, sizeOf } from './plan.ts';
import { allSuspects, type Checked, changedSince, treeVersions } from './publish.ts';
import { publicationStore } from './runs.ts';
import { goOver, goOverCategories, type Staging } from './stage.ts';
import { addTally, tallyOf } from './tally.ts';

export type Updates = Paced<SyncLogItem, SyncCounts>;

interface Looking {
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
export const goOverAll = async (
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
  const looking: Looking = { deps, staging, checked, counts, updates };
  await inTransaction(deps.db, async tx => {
    await goOverCategories(tx, staging);
    await goOn(tx, looking, 0);
  });
  const total = sizeOf(plan);
  let done = 0;
  for (const entity of publishedRecords)
    await inBatches(deps, plan[entity], async ids => {
      done += ids.length;
      // 100 is reserved for the finished run.
      await look(looking, entity, { ids, progress: Math.min(99, Math.floor((done / total) * 100)) });
    });
  await lookAgain(looking, onlyFailed, mark);
  addTally(checked.sums, await tallyOf(deps.db, staging.runId));
  return checked;
};

/** Longest wait for transactions that started before the run, in ms; longer than any save or import batch takes. */
const PATIENCE = 5000;
const ASK_EVERY = 50;

/** Waits until every transaction from before the mark has ended. @returns false when that takes too long */
const earlierAreOver = async ({ db }: Deps, mark: string): Promise<boolean> => {
  for (const until = performance.now() + PATIENCE; performance.now() < until; await delay(ASK_EVERY))
    if (await areOver(db, mark)) return true;
  return areOver(db, mark);
};

const lookAgain = async (looking: Looking, onlyFailed: boolean, mark: string): Promise<void> => {
  const { deps, checked } = looking;
  // Wait here, before writers are blocked: without complete records of writes, `publish` would have to compare every
  // version under its lock.
  checked.hasAllChanges = await earlierAreOver(deps, mark);
  await takeTouched(deps.db);
  const suspects = await allSuspects(deps.db, { checked, onlyFailed });
  for (const entity of publishedRecords)
    await inBatches(deps, suspects[entity], async ids => {
      const late = await changedSince(deps.db, entity, ids, checked.versions[entity]);
      if (late.length > 0) await look(looking, entity, { ids: late, progress: 99 });
    });
};

/** Works in batches with pauses between them, so that other requests are not starved of database time. */
const inBatches = async (
  deps: Deps,
  ids: readonly number[],
  work: (some: readonly number[]) => Promise<void>,
): Promise<void> => {
  const { rows, rest } = importPace[deps.databaseKind];
  for (let from = 0; from < ids.length; from += rows) {
    const startedAt = performance.now();
    await deps.requireRoom?.();
    await work(ids.slice(from, from + rows));
    await delay(rest * (performance.now() - startedAt));
  }
};

const look = async (
  looking: Looking,
  entity: PublishedRecord,
  { ids, progress }: { ids: readonly number[]; progress: number },
): Promise<void> => {
  const { deps, staging, checked, counts, updates } = looking;
  const [gone, items] = await inTransaction(deps.db, async tx => {
    const gone = await goOver(tx, staging, entity, ids);
    await goOn(tx, { ...looking, counts: sum(counts, gone.counts) }, progress);
    return [gone, await publicationStore.writeLog(tx, staging.runId, gone.lines)] as const;
  });
  Object.assign(counts, sum(counts, gone.counts));
  for (const [id, version] of gone.versions) checked.versions[entity].set(id, version);
  keepReasons(checked.leftOut[entity], ids, gone.reasons);
  updates.update(progress, items, { ...counts });
};

/** @throws {RunEnded} inside the transaction, so that nothing of an ended run is written */
const goOn = async (tx: Database, { staging, counts }: Looking, progress: number): Promise<void> => {
  const isGoingOn = await publicationStore.writeStep(tx, staging.runId, { counts, progress });
  if (!isGoingOn) throw new RunEnded(`synchronization ${staging.runId} was ended`);
};

const sum = (one: SyncCounts, other: SyncCounts): SyncCounts => {
  const total = { ...one };
  for (const name of keysOf(total)) total[name] += other[name];
  return total;
};
