import { sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { FilterQuery, ListQuery } from '#contract/collection.ts';
import type { ServerDeps } from '../http/deps.ts';
import { filterCondition } from './query.ts';
import type { TableBinding } from './tableBinding.ts';

interface CountEntry {
  total: Promise<number>;
  /** The resource's revision at the time of counting; the count is outdated once it has increased. */
  revision: number;
  at: number;
  /** The duration in ms; null while the query is running. */
  took: number | null;
}

/** Cache size; one entry per filter. Bounded because users can combine filters freely. */
const MAX_ENTRIES = 1000;
/**
 * Maximum age in ms of a count when other processes may write to the database. A safety net in case their events get
 * lost.
 */
export const MAX_COUNT_AGE_MS = 5000;
/** Counts that take longer than this, in ms, are not repeated on every change. */
const SLOW_COUNT_MS = 50;
/**
 * How long a slow count may be out of date, as a multiple of the time that counting took. This way, the server spends
 * at most a tenth of its time on counting.
 */
const LAG_FACTOR = 10;

/** How long, in ms, a count may be used after a change, given the time that counting took. */
export const computeLag = (took: number, slowMs = SLOW_COUNT_MS): number =>
  took > slowMs ? Math.min(MAX_COUNT_AGE_MS, took * LAG_FACTOR) : 0;

/** Cached list totals. Counting a large filtered table on each request would cost more than reading the page. */
export interface Totals {
  count: (binding: TableBinding, query: ListQuery) => Promise<number>;
  noteChanged: (resource: string) => void;
  forget: () => void;
}

export const createTotals = ({
  db,
  databaseKind,
  slowCount,
}: Pick<ServerDeps, 'db' | 'databaseKind' | 'slowCount'>): Totals => {
  const counts = new Map<string, CountEntry>();
  const revisions = new Map<string, number>();
  const getRevision = (resource: string) => revisions.get(resource) ?? 0;
  const isFresh = ({ revision, at, took }: CountEntry, resource: string): boolean => {
    const age = performance.now() - at;
    if (revision !== getRevision(resource)) return age < computeLag(took ?? age, slowCount);
    return databaseKind === 'embedded' || age < MAX_COUNT_AGE_MS;
  };
  const count = async (binding: TableBinding, query: FilterQuery, entry: CountEntry): Promise<number> => {
    const { table } = binding;
    const [row] = await db
      .select({ total: sql<number>`count(*)::integer` })
      .from(table as PgTable)
      .where(filterCondition(db, binding, query));
    entry.took = performance.now() - entry.at;
    return row?.total ?? 0;
  };
  return {
    count: (binding, { page: _page, per_page: _size, sort: _sort, order: _order, ...filters }) => {
      const { resource, narrowed } = binding;
      const key = JSON.stringify([resource, narrowed && [narrowed.to.id, ...narrowed.to.grantedSlugs], filters]);
      const cachedEntry = counts.get(key);
      if (cachedEntry && isFresh(cachedEntry, resource)) return cachedEntry.total;
      const entry: CountEntry = {
        revision: getRevision(resource),
        at: performance.now(),
        took: null,
        total: Promise.resolve(0),
      };
      entry.total = count(binding, filters as FilterQuery, entry);
      entry.total.catch(() => counts.delete(key));
      if (counts.size >= MAX_ENTRIES) counts.clear();
      counts.set(key, entry);
      return entry.total;
    },
    noteChanged: resource => void revisions.set(resource, getRevision(resource) + 1),
    forget: () => counts.clear(),
  };
};
