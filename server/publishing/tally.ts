import { type SQL, sql } from 'drizzle-orm';
import { countExcluded, type PublishedEntity, type SyncCounts } from '#contract/synchronization.ts';
import { type Database, queryRows } from '../db/database.ts';
import type { ReasonCounts } from './exclusionReasons.ts';

export interface FeedTally extends Pick<SyncCounts, 'published' | 'removed' | 'faulty'> {
  project_id: number;
  /** The number of changed feed rows, including categories. If there are none, the feed keeps its version. */
  changed: number;
  /** Differences from the feed's previous counts, so that a large feed need not be counted again. */
  records: number;
  categories: number;
  failed: number;
}

const NO_COUNTS = { published: 0, removed: 0, faulty: 0, changed: 0, records: 0, categories: 0, failed: 0 };
type CountName = keyof typeof NO_COUNTS;
const countNames = Object.keys(NO_COUNTS) as CountName[];

interface TallyPart {
  entity: PublishedEntity;
  ids?: readonly number[];
}

export const readTallies = (db: Database, runId: number, part?: TallyPart): Promise<FeedTally[]> =>
  queryRows<FeedTally>(
    db,
    sql`select project_id, ${sql.join(
      countNames.map(name => sql`sum(${sql.identifier(name)})::integer as ${sql.identifier(name)}`),
      sql`, `,
    )} from (
      select project_id, (entity <> 'categories' and content is not null)::integer as published,
        (entity <> 'categories' and content is null)::integer as removed, 0 as faulty, 1 as changed,
        case entity when 'categories' then 0 else delta end as records,
        case entity when 'categories' then delta else 0 end as categories, 0 as failed
      from feed_items where since = ${runId} ${tallyPartCondition(part)}
      union all
      select project_id, 0, 0, (faults <> '{}' is true)::integer, 0, 0, 0, delta
      from feed_failures where since = ${runId} ${tallyPartCondition(part)}
    ) staged group by project_id`,
  );

const tallyPartCondition = (part: TallyPart | undefined): SQL =>
  part
    ? sql`and entity = ${part.entity} ${part.ids ? sql`and record_id = any(${sql.param([...part.ids])}::integer[])` : sql``}`
    : sql``;

/** Records that are staged again are subtracted first (sign -1), so that they count once. */
export const addTally = (sums: Map<number, FeedTally>, otherTallies: readonly FeedTally[], sign: 1 | -1 = 1): void => {
  for (const tally of otherTallies) {
    const sum = sums.get(tally.project_id) ?? { project_id: tally.project_id, ...NO_COUNTS };
    sums.set(tally.project_id, sum);
    for (const name of countNames) sum[name] += sign * tally[name];
  }
};

/** @param checkedCount number of checked records, counted once per project */
export const toSyncCounts = (
  tallies: readonly FeedTally[],
  reasons: ReasonCounts,
  checkedCount: number,
): SyncCounts => {
  const sum = (name: CountName) => tallies.reduce((total, tally) => total + tally[name], 0);
  const [publishedCount, removedCount, faultyCount] = [sum('published'), sum('removed'), sum('faulty')];
  const unchangedCount = checkedCount - publishedCount - removedCount - faultyCount - countExcluded(reasons);
  return {
    published: publishedCount,
    removed: removedCount,
    faulty: faultyCount,
    unchanged: unchangedCount,
    ...reasons,
  };
};
