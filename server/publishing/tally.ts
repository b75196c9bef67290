import { type SQL, sql } from 'drizzle-orm';
import { type Published, type SyncCounts, sumLeftOut } from '#contract/synchronization.ts';
import { type Database, rowsOf } from '../db/database.ts';
import type { ReasonCounts } from './leftOut.ts';

export interface Tally extends Pick<SyncCounts, 'published' | 'removed' | 'faulty'> {
  project_id: number;
  /** Number of changed feed rows, including categories; if there are none, the feed keeps its version. */
  changed: number;
  /** Differences to the feed's counts, so that a large feed need not be counted again. */
  records: number;
  categories: number;
  failed: number;
}

const NONE = { published: 0, removed: 0, faulty: 0, changed: 0, records: 0, categories: 0, failed: 0 };
type CountName = keyof typeof NONE;
const countNames = Object.keys(NONE) as CountName[];

interface Part {
  entity: Published;
  ids?: readonly number[];
}

export const tallyOf = (db: Database, runId: number, part?: Part): Promise<Tally[]> =>
  rowsOf<Tally>(
    db,
    sql`select project_id, ${sql.join(
      countNames.map(name => sql`sum(${sql.identifier(name)})::integer as ${sql.identifier(name)}`),
      sql`, `,
    )} from (
      select project_id, (entity <> 'categories' and content is not null)::integer as published,
        (entity <> 'categories' and content is null)::integer as removed, 0 as faulty, 1 as changed,
        case entity when 'categories' then 0 else delta end as records,
        case entity when 'categories' then delta else 0 end as categories, 0 as failed
      from feed_items where since = ${runId} ${within(part)}
      union all
      select project_id, 0, 0, (faults <> '{}' is true)::integer, 0, 0, 0, delta
      from feed_failures where since = ${runId} ${within(part)}
    ) staged group by project_id`,
  );

const within = (part: Part | undefined): SQL =>
  part
    ? sql`and entity = ${part.entity} ${part.ids ? sql`and record_id = any(${sql.param([...part.ids])}::integer[])` : sql``}`
    : sql``;

/** Records that are staged again are subtracted first (sign -1), so that they count once. */
export const addTally = (sums: Map<number, Tally>, more: readonly Tally[], sign: 1 | -1 = 1): void => {
  for (const tally of more) {
    const sum = sums.get(tally.project_id) ?? { project_id: tally.project_id, ...NONE };
    sums.set(tally.project_id, sum);
    for (const name of countNames) sum[name] += sign * tally[name];
  }
};

/** @param looked number of checked records, counted once per project */
export const countsOf = (tallies: readonly Tally[], reasons: ReasonCounts, looked: number): SyncCounts => {
  const sum = (name: CountName) => tallies.reduce((total, tally) => total + tally[name], 0);
  const [published, removed, faulty] = [sum('published'), sum('removed'), sum('faulty')];
  const unchanged = looked - published - removed - faulty - sumLeftOut(reasons);
  return { published, removed, faulty, unchanged, ...reasons };
};
