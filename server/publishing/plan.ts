import { type SQL, sql } from 'drizzle-orm';
import { type PublicationCause, type PublishedRecordType, publishedRecords } from '#contract/synchronization.ts';
import { type Database, queryRows } from '../db/database.ts';
import { draftChanges, drafts, feeds } from '../db/schema.ts';
import { getBinding } from '../records/tableBinding.ts';
import type { PublishContext, PublishTarget } from './content.ts';
import { findCause } from './context.ts';
import { servedCondition } from './feeds/servedRows.ts';

export type PublicationPlan = Record<PublishedRecordType, number[]>;

export interface FeedState {
  target: PublishTarget;
  cause: PublicationCause | null;
  drafts_run_id: number;
  published_at: Date | null;
}

/** Locks the feeds, so that no change that they lack leaves the history before the plan of the run has it. */
export const readFeedStates = async (
  tx: Database,
  targets: readonly PublishTarget[],
  context: PublishContext,
): Promise<FeedState[]> => {
  const feedRows = await tx.select().from(feeds).for('share');
  return targets.map(target => {
    const feed = feedRows.find(({ project_id }) => project_id === target.id);
    return {
      target,
      cause: findCause(feed, target, context),
      drafts_run_id: feed?.drafts_run_id ?? 0,
      published_at: feed?.published_at ?? null,
    };
  });
};

/**
 * The records that have to be checked to bring these projects' feeds up to date: records in current drafts, records in
 * drafts that were closed by runs for other projects, and earlier failures. If there is a reason to check a whole
 * project, these are all records.
 */
export const planRecords = async (db: Database, feedStates: readonly FeedState[]): Promise<PublicationPlan> => {
  if (feedStates.some(({ cause }) => cause !== null)) return planAllRecords(db);
  const sinceRunId = Math.min(...feedStates.map(({ drafts_run_id }) => drafts_run_id));
  const ids = feedStates.map(({ target }) => target.id);
  return mergePlans([await readRecordsDraftedSince(db, sinceRunId), await readFailures(db, ids)]);
};

export const planFailedRecords = (db: Database, projectIds: readonly number[]): Promise<PublicationPlan> =>
  readFailures(db, projectIds, sql`and faults <> '{}'`);

const readFailures = (db: Database, projectIds: readonly number[], condition = sql``): Promise<PublicationPlan> =>
  queryPlan(
    db,
    sql`select distinct entity, record_id as id from feed_failures failure
      join feeds on feeds.project_id = failure.project_id
      where failure.project_id = any(${sql.param([...projectIds])}::integer[]) and faults is not null ${condition}
        and ${servedCondition('feed_failures', 'failure', sql`feeds.run_id`)}`,
  );

/**
 * The records in current drafts and in drafts closed by later runs. A run closes drafts for all projects, even for
 * projects to which it does not publish.
 */
const readRecordsDraftedSince = (db: Database, runId: number): Promise<PublicationPlan> =>
  queryPlan(db, recordsOfDraftsSql(sql`d.status = 'current' or d.run_id > ${runId}`));

/** Reads each draft on its own (`offset 0`). Otherwise PostgreSQL would compute the net changes of all drafts. */
const recordsOfDraftsSql = (condition: SQL): SQL =>
  sql`select distinct c.entity, c.record_id as id from ${drafts} d cross join lateral (
      select entity, record_id from ${draftChanges} where draft_id = d.id offset 0
    ) c where ${condition}`;

export const readCurrentDraftRecords = (db: Database): Promise<PublicationPlan> =>
  queryPlan(db, recordsOfDraftsSql(sql`d.status = 'current'`));

const planAllRecords = async (db: Database): Promise<PublicationPlan> => {
  const plan = {} as PublicationPlan;
  for (const entity of publishedRecords) {
    // Includes records that have been deleted but are still in a feed, so that they are removed from it.
    const rows = await queryRows<{ id: number }>(
      db,
      sql`select id from ${getBinding(entity).table} union select record_id from feed_items where entity = ${entity}
        order by id`,
    );
    plan[entity] = rows.map(({ id }) => id);
  }
  return plan;
};

const queryPlan = async (db: Database, query: ReturnType<typeof sql>): Promise<PublicationPlan> => {
  const rows = await queryRows<{ entity: string; id: number }>(db, query);
  const listIds = (entity: PublishedRecordType) =>
    rows
      .filter(row => row.entity === entity)
      .map(({ id }) => id)
      .toSorted((a, b) => a - b);
  return { nomenclature: listIds('nomenclature'), catalog: listIds('catalog') };
};

const mergePlans = (plans: readonly PublicationPlan[]): PublicationPlan => {
  const listIds = (entity: PublishedRecordType) =>
    [...new Set(plans.flatMap(plan => plan[entity]))].toSorted((a, b) => a - b);
  return { nomenclature: listIds('nomenclature'), catalog: listIds('catalog') };
};

export const countPlannedRecords = (plan: PublicationPlan): number =>
  publishedRecords.reduce((sum, entity) => sum + plan[entity].length, 0);
