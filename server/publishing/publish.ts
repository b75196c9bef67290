import { and, eq, sql } from 'drizzle-orm';
import { type PublishedRecord, publishedRecords, type SyncCounts } from '#contract/synchronization.ts';
import { type Database, rowsOf } from '../db/database.ts';
import { categoryTrees, feeds, syncRunProjects } from '../db/schema.ts';
import { closeDrafts } from '../drafts/close.ts';
import { storageOf } from '../records/tableBinding.ts';
import { takeTouched } from './changedRecords.ts';
import { digestOf } from './context.ts';
import { draftedNow, type Plan } from './plan.ts';
import { goOver, goOverCategories, type Line, type Staging } from './stage.ts';
import { addTally, countsOf, type Tally, tallyOf } from './tally.ts';

/** Whatever a run has looked at, and as what. */
export interface Seen {
  versions: Record<PublishedRecord, Map<number, number | null>>;
  /** The version of each tree of categories. */
  trees: ReadonlyMap<string, number>;
  /** What is written from here on is kept as touched; false where somebody may still write who began before that. */
  isKept: boolean;
  /** What is staged, by project. */
  sums: Map<number, Tally>;
}

interface Publishing extends Staging {
  seen: Seen;
  onlyFailed: boolean;
  at: Date;
}

/**
 * Makes what a run has staged what is served, and the current drafts history, all in the caller's transaction: nobody
 * sees a part of it. What it costs follows what was written while the run was at its end, not what it publishes.
 */
export const publish = async (tx: Database, run: Publishing): Promise<{ counts: SyncCounts; lines: Line[] }> => {
  // Whoever changes something waits from here on, or is waited for: the drafts that are closed are those looked at.
  if (!run.onlyFailed) await tx.execute(sql`lock table drafts in exclusive mode`);
  const lines = await catchUp(tx, run);
  await keepCounts(tx, run);
  await raiseFeeds(tx, run);
  if (run.onlyFailed) await keepWaiting(tx, run);
  else await closeDrafts(tx, { runId: run.runId, at: run.at });
  const looked = publishedRecords.reduce((total, entity) => total + run.seen.versions[entity].size, 0);
  return { counts: countsOf(run.seen.sums, looked * run.targets.length), lines };
};

/** Records looked at by one statement. */
const SLICE = 1000;

/** What was changed since the run looked at it is looked at now. */
const catchUp = async (tx: Database, run: Publishing): Promise<Line[]> => {
  const { seen, runId } = run;
  const touched = await takeTouched(tx);
  const suspects = seen.isKept ? touched : await allSuspects(tx, run);
  const lines: Line[] = [];
  for (const entity of publishedRecords) {
    const known = seen.versions[entity];
    const asked = run.onlyFailed ? suspects[entity].filter(id => known.has(id)) : suspects[entity];
    const late = await changedSince(tx, entity, asked, known);
    for (let from = 0; from < late.length; from += SLICE) {
      const ids = late.slice(from, from + SLICE);
      addTally(seen.sums, await tallyOf(tx, runId, { entity, ids }), -1);
      const gone = await goOver(tx, run, entity, ids);
      addTally(seen.sums, await tallyOf(tx, runId, { entity, ids }));
      lines.push(...gone.lines);
      for (const [id, version] of gone.versions) known.set(id, version);
    }
  }
  await catchUpTrees(tx, run);
  return lines;
};

const catchUpTrees = async (tx: Database, run: Publishing): Promise<void> => {
  const trees = await treeVersions(tx);
  if (run.targets.every(({ platform }) => trees.get(platform) === run.seen.trees.get(platform))) return;
  addTally(run.seen.sums, await tallyOf(tx, run.runId, { entity: 'categories' }), -1);
  await goOverCategories(tx, run);
  addTally(run.seen.sums, await tallyOf(tx, run.runId, { entity: 'categories' }));
};

/** Also what no draft names any more: it was changed and put back, and looked at between the two. */
export const allSuspects = async (tx: Database, run: { seen: Seen; onlyFailed: boolean }): Promise<Plan> => {
  const drafted = run.onlyFailed ? { nomenclature: [], catalog: [] } : await draftedNow(tx);
  const of = (entity: PublishedRecord) => [...new Set([...run.seen.versions[entity].keys(), ...drafted[entity]])];
  return { nomenclature: of('nomenclature'), catalog: of('catalog') };
};

/** Of these records those that are not as they were looked at. */
export const changedSince = async (
  tx: Database,
  entity: PublishedRecord,
  ids: readonly number[],
  versions: ReadonlyMap<number, number | null>,
): Promise<number[]> => {
  if (ids.length === 0) return [];
  const rows = await rowsOf<{ id: number; version: number }>(
    tx,
    sql`select id, version from ${storageOf(entity).table} where id = any(${sql.param([...ids])}::integer[])`,
  );
  const now = new Map(rows.map(({ id, version }) => [id, version]));
  return ids.filter(id => versions.get(id) !== (now.get(id) ?? null));
};

/** The version of each platform's tree. */
export const treeVersions = async (db: Database): Promise<Map<string, number>> => {
  const rows = await db
    .select({ platform: categoryTrees.platform, version: categoryTrees.version })
    .from(categoryTrees);
  return new Map(rows.map(({ platform, version }) => [platform, version]));
};

const keepCounts = async (tx: Database, { runId, seen }: Publishing): Promise<void> => {
  for (const { project_id, published, removed, faulty } of seen.sums.values())
    await tx
      .update(syncRunProjects)
      .set({ published, removed, faulty })
      .where(and(eq(syncRunProjects.run_id, runId), eq(syncRunProjects.project_id, project_id)));
};

/**
 * What is in a draft that stays open waits all the same: should it be put back there, the draft names it no more, and
 * what was published now would stay.
 */
const keepWaiting = async (tx: Database, { runId, targets, seen }: Publishing): Promise<void> => {
  const drafted = await draftedNow(tx);
  for (const entity of publishedRecords) {
    const ids = drafted[entity].filter(id => seen.versions[entity].has(id));
    await tx.execute(sql`insert into feed_failures (project_id, entity, record_id, since, faults)
      select project_id, ${entity}, record_id, ${runId}, '{}'
      from unnest(${sql.param(targets.map(({ id }) => id))}::integer[]) project_id
      cross join unnest(${sql.param(ids)}::integer[]) record_id
      on conflict (project_id, entity, record_id, since) do update set faults = '{}' where feed_failures.faults is null`);
  }
};

/** From here on the feeds are at this run: what it has staged is served. */
const raiseFeeds = async (tx: Database, run: Publishing): Promise<void> => {
  const { runId, targets, around, at, onlyFailed, seen } = run;
  await tx
    .insert(feeds)
    .values(targets.map(({ id }) => ({ project_id: id })))
    .onConflictDoNothing();
  for (const target of targets) {
    // What failed alone was gone over: the rest is as far behind as it was.
    const isUpToDate = !onlyFailed && { drafts_run_id: runId, settings: digestOf(target, around) };
    const { changed = 0, records = 0, categories = 0, failed = 0 } = seen.sums.get(target.id) ?? {};
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
