import { type SQL, sql } from 'drizzle-orm';
import type { Published, SyncCounts } from '#contract/synchronization.ts';
import { type Database, rowsOf } from '../db/database.ts';

/** What a run has staged for one project. */
export interface Tally extends Omit<SyncCounts, 'unchanged'> {
  project_id: number;
  /** Rows of its feed that become others, categories included. */
  changed: number;
  /** By how much the counts of its feed change. */
  records: number;
  categories: number;
  failed: number;
}

const NONE = { published: 0, removed: 0, faulty: 0, changed: 0, records: 0, categories: 0, failed: 0 };
type Number = keyof typeof NONE;
const numbers = Object.keys(NONE) as Number[];

/** Some records of a run. */
interface Part {
  entity: Published;
  /** Absent: all of them. */
  ids?: readonly number[];
}

/** What a run has staged, by project; `part`: of these records alone. */
export const tallyOf = (db: Database, runId: number, part?: Part): Promise<Tally[]> =>
  rowsOf<Tally>(
    db,
    sql`select project_id, ${sql.join(
      numbers.map(name => sql`sum(${sql.identifier(name)})::integer as ${sql.identifier(name)}`),
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

/** Adds numbers to those of the same projects, or takes them away. */
export const addTally = (sums: Map<number, Tally>, more: readonly Tally[], sign: 1 | -1 = 1): void => {
  for (const tally of more) {
    const sum = sums.get(tally.project_id) ?? { project_id: tally.project_id, ...NONE };
    sums.set(tally.project_id, sum);
    for (const name of numbers) sum[name] += sign * tally[name];
  }
};

/** The counts of a run that has looked at so many records for so many projects. */
export const countsOf = (sums: ReadonlyMap<number, Tally>, looked: number): SyncCounts => {
  const sum = (name: Number) => [...sums.values()].reduce((total, tally) => total + tally[name], 0);
  const [published, removed, faulty] = [sum('published'), sum('removed'), sum('faulty')];
  return { published, removed, faulty, unchanged: looked - published - removed - faulty };
};
