import { and, eq, sql } from 'drizzle-orm';
import { type PublishedRecordType, publishedRecords, type SyncCounts } from '#contract/synchronization.ts';
import { type Database, queryRows } from '../db/database.ts';
import { categoryTrees, feeds, syncRunProjects } from '../db/schema.ts';
import { closeDrafts, lockDrafts } from '../drafts/closeDrafts.ts';
import { getBinding } from '../records/tableBinding.ts';
import { takeChangedRecords } from './changedRecords.ts';
import { computeTargetDigest } from './context.ts';
import {
  copyExclusionReasons,
  countReasons,
  type ExclusionReasons,
  listReasons,
  updateReasons,
} from './exclusionReasons.ts';
import { type PublicationPlan, readCurrentDraftRecords } from './plan.ts';
import { type Staging, type StagingLine, stageCategories, stageRecords } from './stage.ts';
import { addTally, type FeedTally, readTallies, toSyncCounts } from './tally.ts';

/** The versions of the checked records. They show later which records have changed since the check. */
export interface CheckedVersions {
  versions: Record<PublishedRecordType, Map<number, number | null>>;
  trees: ReadonlyMap<string, number>;
  /**
   * Whether every later write is recorded in `sync_touched`; false while an earlier transaction may still be writing.
   */
  hasAllChanges: boolean;
  /**
   * Sums of the staged rows, by project id. They are counted before the final transaction and only corrected in it, to
   * keep the transaction short.
   */
  sums: Map<number, FeedTally>;
  exclusionReasons: ExclusionReasons;
}

/** The final transaction may be repeated, and each attempt has to begin with what was staged before it. */
export const copyCheckedVersions = ({
  versions: { nomenclature, catalog },
  sums,
  exclusionReasons,
  ...constant
}: CheckedVersions): CheckedVersions => ({
  ...constant,
  versions: { nomenclature: new Map(nomenclature), catalog: new Map(catalog) },
  sums: structuredClone(sums),
  exclusionReasons: copyExclusionReasons(exclusionReasons),
});

interface PublishRun extends Staging {
  checkedVersions: CheckedVersions;
  onlyFailed: boolean;
  at: Date;
}

interface PublishResult {
  counts: SyncCounts;
  getProjectCounts: (id: number) => SyncCounts;
  lines: StagingLine[];
}

/**
 * Publishes the staged rows and closes the current drafts, all in the caller's transaction, so that readers never see a
 * half-finished publication. The cost depends on how much was written while the run was ending, not on the size of the
 * feed.
 */
export const publish = async (tx: Database, run: PublishRun): Promise<PublishResult> => {
  // From here on writers have to wait, so that the closed drafts contain exactly the changes that were checked.
  if (!run.onlyFailed) await lockDrafts(tx);
  const lines = await recheckChanged(tx, run);
  await storeCounts(tx, run);
  await advanceFeeds(tx, run);
  if (run.onlyFailed) await storeWaiting(tx, run);
  else await closeDrafts(tx, { runId: run.runId, at: run.at });
  const checkedCount = publishedRecords.reduce((total, entity) => total + run.checkedVersions.versions[entity].size, 0);
  const { sums, exclusionReasons } = run.checkedVersions;
  const reasons = listReasons(exclusionReasons);
  return {
    counts: toSyncCounts([...sums.values()], countReasons(reasons), checkedCount * run.targets.length),
    getProjectCounts: id => toSyncCounts([sums.get(id) ?? []].flat(), countReasons(reasons, id), checkedCount),
    lines,
  };
};

/** Records per statement, to limit memory. */
const SLICE_SIZE = 1000;

/** Rechecks records that have changed since their check, so that the published feeds match the closed drafts. */
const recheckChanged = async (tx: Database, run: PublishRun): Promise<StagingLine[]> => {
  const { checkedVersions, runId } = run;
  const touchedRecords = await takeChangedRecords(tx);
  const suspects = checkedVersions.hasAllChanges ? touchedRecords : await findSuspects(tx, run);
  const lines: StagingLine[] = [];
  for (const entity of publishedRecords) {
    const knownVersions = checkedVersions.versions[entity];
    const suspectIds = run.onlyFailed ? suspects[entity].filter(id => knownVersions.has(id)) : suspects[entity];
    const lateIds = await filterChangedSince(tx, entity, suspectIds, knownVersions);
    for (let start = 0; start < lateIds.length; start += SLICE_SIZE) {
      const ids = lateIds.slice(start, start + SLICE_SIZE);
      addTally(checkedVersions.sums, await readTallies(tx, runId, { entity, ids }), -1);
      const removedRecords = await stageRecords(tx, run, entity, ids);
      addTally(checkedVersions.sums, await readTallies(tx, runId, { entity, ids }));
      lines.push(...removedRecords.lines);
      updateReasons(checkedVersions.exclusionReasons[entity], ids, removedRecords.reasons);
      for (const [id, version] of removedRecords.versions) knownVersions.set(id, version);
    }
  }
  await recheckTrees(tx, run);
  return lines;
};

const recheckTrees = async (tx: Database, run: PublishRun): Promise<void> => {
  const trees = await readTreeVersions(tx);
  if (run.targets.every(({ platform }) => trees.get(platform) === run.checkedVersions.trees.get(platform))) return;
  addTally(run.checkedVersions.sums, await readTallies(tx, run.runId, { entity: 'categories' }), -1);
  await stageCategories(tx, run);
  addTally(run.checkedVersions.sums, await readTallies(tx, run.runId, { entity: 'categories' }));
};

/** Includes records that are no longer in any draft: they may have been checked between a change and its reversal. */
export const findSuspects = async (
  tx: Database,
  run: { checkedVersions: CheckedVersions; onlyFailed: boolean },
): Promise<PublicationPlan> => {
  const draftedRecords = run.onlyFailed ? { nomenclature: [], catalog: [] } : await readCurrentDraftRecords(tx);
  const listSuspectIds = (entity: PublishedRecordType) => [
    ...new Set([...run.checkedVersions.versions[entity].keys(), ...draftedRecords[entity]]),
  ];
  return { nomenclature: listSuspectIds('nomenclature'), catalog: listSuspectIds('catalog') };
};

export const filterChangedSince = async (
  tx: Database,
  entity: PublishedRecordType,
  ids: readonly number[],
  versions: ReadonlyMap<number, number | null>,
): Promise<number[]> => {
  if (ids.length === 0) return [];
  const rows = await queryRows<{ id: number; version: number }>(
    tx,
    sql`select id, version from ${getBinding(entity).table} where id = any(${sql.param([...ids])}::integer[])`,
  );
  const currentVersions = new Map(rows.map(({ id, version }) => [id, version]));
  return ids.filter(id => versions.get(id) !== (currentVersions.get(id) ?? null));
};

export const readTreeVersions = async (db: Database): Promise<Map<string, number>> => {
  const rows = await db
    .select({ platform: categoryTrees.platform, version: categoryTrees.version })
    .from(categoryTrees);
  return new Map(rows.map(({ platform, version }) => [platform, version]));
};

const storeCounts = async (tx: Database, { runId, checkedVersions }: PublishRun): Promise<void> => {
  for (const { project_id, published, removed, faulty } of checkedVersions.sums.values())
    await tx
      .update(syncRunProjects)
      .set({ published, removed, faulty })
      .where(and(eq(syncRunProjects.run_id, runId), eq(syncRunProjects.project_id, project_id)));
};

/**
 * Marks records in drafts that stay open as waiting. Otherwise, if a change were reverted in its draft, no draft would
 * contain the record any more, and the value that is published now would stay in the feed.
 */
const storeWaiting = async (tx: Database, { runId, targets, checkedVersions }: PublishRun): Promise<void> => {
  const draftedRecords = await readCurrentDraftRecords(tx);
  for (const entity of publishedRecords) {
    const ids = draftedRecords[entity].filter(id => checkedVersions.versions[entity].has(id));
    await tx.execute(sql`insert into feed_failures (project_id, entity, record_id, since, faults)
      select project_id, ${entity}, record_id, ${runId}, '{}'
      from unnest(${sql.param(targets.map(({ id }) => id))}::integer[]) project_id
      cross join unnest(${sql.param(ids)}::integer[]) record_id
      on conflict (project_id, entity, record_id, since) do update set faults = '{}' where feed_failures.faults is null`);
  }
};

/** Makes the staged rows visible. Until then, no reader sees them. */
const advanceFeeds = async (tx: Database, run: PublishRun): Promise<void> => {
  const { runId, targets, context, at, onlyFailed, checkedVersions } = run;
  await tx
    .insert(feeds)
    .values(targets.map(({ id }) => ({ project_id: id })))
    .onConflictDoNothing();
  for (const target of targets) {
    // A run that retries only failures leaves the rest of the feed as outdated as it was.
    const isUpToDate = !onlyFailed && { drafts_run_id: runId, settings: computeTargetDigest(target, context) };
    const { changed = 0, records = 0, categories = 0, failed = 0 } = checkedVersions.sums.get(target.id) ?? {};
    await tx
      .update(feeds)
      .set({
        run_id: runId,
        published_at: at,
        ...isUpToDate,
        records_count: sql`${feeds.records_count} + ${records}`,
        categories_count: sql`${feeds.categories_count} + ${categories}`,
        failed_count: sql`${feeds.failed_count} + ${failed}`,
        ...(changed > 0 && { version: sql`${feeds.version} + 1`, changed_at: at }),
      })
      .where(eq(feeds.project_id, target.id));
  }
};
