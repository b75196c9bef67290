import { sql } from 'drizzle-orm';
import { type PublishedRecord, publishedRecords } from '#contract/synchronization.ts';
import { type Database, rowsOf } from '../db/database.ts';
import { draftChanges, drafts, feeds } from '../db/schema.ts';
import { storageOf } from '../records/tableBinding.ts';
import type { Surroundings, Target } from './content.ts';
import { digestOf } from './context.ts';
import { isServed } from './feeds/served.ts';

/** The records that a run goes over, by resource, ascending. */
export type Plan = Record<PublishedRecord, number[]>;

/**
 * What has to be looked at so that the feeds of these projects are up to date: what is in current drafts, or in those
 * that were closed by runs to other projects only, and what failed. Everything, where a project was never published
 * to, or by other settings.
 */
export const planOf = async (db: Database, targets: readonly Target[], around: Surroundings): Promise<Plan> => {
  const known = await db.select().from(feeds);
  const isBehind = (target: Target): boolean => {
    const feed = known.find(({ project_id }) => project_id === target.id);
    return !feed || feed.run_id === null || feed.settings !== digestOf(target, around);
  };
  if (targets.some(isBehind)) return allRecords(db);
  const ids = targets.map(({ id }) => id);
  const since = Math.min(...known.filter(feed => ids.includes(feed.project_id)).map(feed => feed.drafts_run_id));
  return merged([await draftedSince(db, since), await leftOf(db, ids)]);
};

/** What failed before in these projects. */
export const failedOf = (db: Database, projectIds: readonly number[]): Promise<Plan> =>
  leftOf(db, projectIds, sql`and faults <> '{}'`);

/** What earlier runs left to these projects. */
const leftOf = (db: Database, projectIds: readonly number[], which = sql``): Promise<Plan> =>
  byEntity(
    db,
    sql`select distinct entity, record_id as id from feed_failures failure
      join feeds on feeds.project_id = failure.project_id
      where failure.project_id = any(${sql.param([...projectIds])}::integer[]) and faults is not null ${which}
        and ${isServed('feed_failures', 'failure', sql`feeds.run_id`)}`,
  );

/** What is in current drafts, and in those that later runs than this one closed. */
const draftedSince = (db: Database, runId: number): Promise<Plan> =>
  byEntity(
    db,
    sql`select distinct c.entity, c.record_id as id from ${draftChanges} c
    join ${drafts} d on d.id = c.draft_id where d.status = 'current' or d.run_id > ${runId}`,
  );

/** What is in current drafts. */
export const draftedNow = (db: Database): Promise<Plan> =>
  byEntity(
    db,
    sql`select distinct c.entity, c.record_id as id from ${draftChanges} c
    join ${drafts} d on d.id = c.draft_id where d.status = 'current'`,
  );

const allRecords = async (db: Database): Promise<Plan> => {
  const plan = {} as Plan;
  for (const entity of publishedRecords) {
    // What is published and there no more has to be looked at as well.
    const rows = await rowsOf<{ id: number }>(
      db,
      sql`select id from ${storageOf(entity).table} union select record_id from feed_items where entity = ${entity}
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
