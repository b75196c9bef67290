import { sql } from 'drizzle-orm';
import { type PublicationCause, type PublishedRecord, publishedRecords } from '#contract/synchronization.ts';
import { type Database, rowsOf } from '../db/database.ts';
import { draftChanges, drafts, feeds } from '../db/schema.ts';
import { bindingOf } from '../records/tableBinding.ts';
import type { Surroundings, Target } from './content.ts';
import { causeOf } from './context.ts';
import { isServed } from './feeds/served.ts';

export type Plan = Record<PublishedRecord, number[]>;

export interface FeedState {
  target: Target;
  cause: PublicationCause | null;
  drafts_run_id: number;
  published_at: Date | null;
}

export const feedStatesOf = async (
  db: Database,
  targets: readonly Target[],
  around: Surroundings,
): Promise<FeedState[]> => {
  const known = await db.select().from(feeds);
  return targets.map(target => {
    const feed = known.find(({ project_id }) => project_id === target.id);
    return {
      target,
      cause: causeOf(feed, target, around),
      drafts_run_id: feed?.drafts_run_id ?? 0,
      published_at: feed?.published_at ?? null,
    };
  });
};

/**
 * The records to check so that the feeds of these projects are up to date: those in current drafts, those in drafts
 * that were closed by runs to other projects only, and earlier failures. If a project has a cause, every record.
 */
export const planOf = async (db: Database, feedStates: readonly FeedState[]): Promise<Plan> => {
  if (feedStates.some(({ cause }) => cause !== null)) return allRecords(db);
  const since = Math.min(...feedStates.map(({ drafts_run_id }) => drafts_run_id));
  const ids = feedStates.map(({ target }) => target.id);
  return merged([await draftedSince(db, since), await leftOf(db, ids)]);
};

export const planOfFailed = (db: Database, projectIds: readonly number[]): Promise<Plan> =>
  leftOf(db, projectIds, sql`and faults <> '{}'`);

const leftOf = (db: Database, projectIds: readonly number[], which = sql``): Promise<Plan> =>
  byEntity(
    db,
    sql`select distinct entity, record_id as id from feed_failures failure
      join feeds on feeds.project_id = failure.project_id
      where failure.project_id = any(${sql.param([...projectIds])}::integer[]) and faults is not null ${which}
        and ${isServed('feed_failures', 'failure', sql`feeds.run_id`)}`,
  );

/**
 * The records in current drafts and in drafts closed by later runs: a run closes drafts for all projects, even those it
 * does not publish to.
 */
const draftedSince = (db: Database, runId: number): Promise<Plan> =>
  byEntity(
    db,
    sql`select distinct c.entity, c.record_id as id from ${draftChanges} c
    join ${drafts} d on d.id = c.draft_id where d.status = 'current' or d.run_id > ${runId}`,
  );

export const draftedNow = (db: Database): Promise<Plan> =>
  byEntity(
    db,
    sql`select distinct c.entity, c.record_id as id from ${draftChanges} c
    join ${drafts} d on d.id = c.draft_id where d.status = 'current'`,
  );

const allRecords = async (db: Database): Promise<Plan> => {
  const plan = {} as Plan;
  for (const entity of publishedRecords) {
    // Includes records that are still in a feed but were deleted since, so that they are removed from it.
    const rows = await rowsOf<{ id: number }>(
      db,
      sql`select id from ${bindingOf(entity).table} union select record_id from feed_items where entity = ${entity}
        order by id`,
    );
    plan[entity] = rows.map(({ id }) => id);
  }
  return plan;
};

const byEntity = async (db: Database, query: ReturnType<typeof sql>): Promise<Plan> => {
  const rows = await rowsOf<{ entity: string; id: number }>(db, query);
  const of = (entity: PublishedRecord) =>
    rows
      .filter(row => row.entity === entity)
      .map(({ id }) => id)
      .toSorted((one, other) => one - other);
  return { nomenclature: of('nomenclature'), catalog: of('catalog') };
};

const merged = (plans: readonly Plan[]): Plan => {
  const of = (entity: PublishedRecord) =>
    [...new Set(plans.flatMap(plan => plan[entity]))].toSorted((one, other) => one - other);
  return { nomenclature: of('nomenclature'), catalog: of('catalog') };
};

export const sizeOf = (plan: Plan): number => publishedRecords.reduce((sum, entity) => sum + plan[entity].length, 0);
