import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { FilterQuery, ListQuery } from '#contract/collection.ts';
import type { Database } from '../db/database.ts';
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
 * at most a twentieth of its time on counting, for each filter.
 */
const LAG_FACTOR = 20;

/** A revision that no resource ever has. */
const OUTDATED = -1;

/** How long, in ms, a count may be used after a change, given the time that counting took. */
export const computeLag = (took: number, slowMs = SLOW_COUNT_MS): number =>
  took > slowMs ? Math.min(MAX_COUNT_AGE_MS, took * LAG_FACTOR) : 0;

/**
 * Cached list totals. Counting a large filtered table on each request would cost more than reading the page. What took
 * long to count is announced to the other servers, so that they need not count it, too.
 */
export interface Totals {
  count: (binding: TableBinding, query: ListQuery) => Promise<number>;
  noteChanged: (resource: string) => void;
  forget: () => void;
}

const countRows = async (db: Database, binding: TableBinding, query: FilterQuery): Promise<number> => {
  const [row] = await db
    .select({ total: sql<number>`count(*)::integer` })
    .from(binding.table as PgTable)
    .where(filterCondition(db, binding, query));
  return row?.total ?? 0;
};

export const createTotals = ({
  db,
  databaseKind,
  realtime,
  slowCount = SLOW_COUNT_MS,
}: Pick<ServerDeps, 'db' | 'databaseKind' | 'realtime' | 'slowCount'>): Totals => {
  const counts = new Map<string, CountEntry>();
  const serverId = randomUUID();
  const revisions = new Map<string, number>();
  const getRevision = (resource: string) => revisions.get(resource) ?? 0;
  const isFresh = ({ revision, at, took }: CountEntry, resource: string): boolean => {
    const age = performance.now() - at;
    if (revision !== getRevision(resource)) return age < computeLag(took ?? age, slowCount);
    return databaseKind === 'embedded' || age < MAX_COUNT_AGE_MS;
  };
  const keep = (key: string, entry: CountEntry): void => {
    if (counts.size >= MAX_ENTRIES) counts.clear();
    counts.set(key, entry);
  };
  const announce = (key: string, total: number, took: number | null): void => {
    if (took !== null && computeLag(took, slowCount) > 0)
      realtime.send({ totalOf: key, total, took, countedBy: serverId });
  };
  realtime.listen(message => {
    if (!('totalOf' in message) || message.countedBy === serverId) return;
    const { totalOf: key, total, took } = message;
    const at = performance.now() - took;
    // The later count stays, also one that is under way here.
    if ((counts.get(key)?.at ?? Number.NEGATIVE_INFINITY) >= at) return;
    // A change that it does not contain may have been announced before it, so that it counts as outdated already.
    keep(key, { total: Promise.resolve(total), revision: OUTDATED, at, took });
  });
  return {
    count: (binding, { page: _page, per_page: _size, sort: _sort, order: _order, ...filters }) => {
      const { resource, narrowed } = binding;
      const key = JSON.stringify([
        resource,
        narrowed && [narrowed.to.id, narrowed.to.role, ...narrowed.to.grantedSlugs],
        filters,
      ]);
      const cachedEntry = counts.get(key);
      if (cachedEntry && isFresh(cachedEntry, resource)) return cachedEntry.total;
      const entry: CountEntry = {
        revision: getRevision(resource),
        at: performance.now(),
        took: null,
        total: Promise.resolve(0),
      };
      entry.total = countRows(db, binding, filters as FilterQuery).finally(() => {
        entry.took = performance.now() - entry.at;
      });
      entry.total.then(
        total => announce(key, total, entry.took),
        () => counts.delete(key),
      );
      keep(key, entry);
      return entry.total;
    },
    noteChanged: resource => void revisions.set(resource, getRevision(resource) + 1),
    forget: () => counts.clear(),
  };
};
