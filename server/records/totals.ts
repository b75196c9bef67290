import { sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { FilterQuery, ListQuery } from '#contract/collection.ts';
import type { Deps } from '../http/deps.ts';
import { conditionOf } from './query.ts';
import type { Storage } from './tableBinding.ts';

interface Counted {
  total: Promise<number>;
  /** Of the resource when it was counted. */
  revision: number;
  at: number;
  /** How long it took, in ms. */
  took: number;
}

/** Remembered counts: of every filter that was asked for, at most this many. */
const REMEMBERED = 1000;
/** Another process may have written: a count is not older than this, in ms. */
const STALE = 5000;
/** A count that takes longer, in ms, is not repeated for each change; it may lag, by `STALE` at most. */
const SLOW = 50;
/** It may lag by so many times what it took: counting then fills a tenth of the time. */
const REST = 10;

/** Totals of lists, counted once for each filter until something changes. */
export interface Totals {
  of: (storage: Storage, query: ListQuery) => Promise<number>;
  /** Records of the resource changed. */
  changed: (resource: string) => void;
  /** Anything may have changed. */
  forget: () => void;
}

export const countTotals = ({
  db,
  databaseKind,
  slowCount = SLOW,
}: Pick<Deps, 'db' | 'databaseKind' | 'slowCount'>): Totals => {
  const counts = new Map<string, Counted>();
  const revisions = new Map<string, number>();
  const revisionOf = (resource: string) => revisions.get(resource) ?? 0;
  const isFresh = ({ revision, at, took }: Counted, resource: string): boolean => {
    const age = performance.now() - at;
    if (revision !== revisionOf(resource)) return took > slowCount && age < Math.min(STALE, took * REST);
    return databaseKind === 'embedded' || age < STALE;
  };
  const count = async (storage: Storage, query: FilterQuery, counted: Counted): Promise<number> => {
    const { table } = storage;
    const [row] = await db
      .select({ total: sql<number>`count(*)::integer` })
      .from(table as PgTable)
      .where(conditionOf(db, storage, query));
    counted.took = performance.now() - counted.at;
    return row?.total ?? 0;
  };
  return {
    of: (storage, { page: _page, per_page: _size, sort: _sort, order: _order, ...filters }) => {
      const { resource, narrowed } = storage;
      const key = JSON.stringify([resource, narrowed && [narrowed.to.id, ...narrowed.to.granted], filters]);
      const known = counts.get(key);
      if (known && isFresh(known, resource)) return known.total;
      const counted: Counted = {
        revision: revisionOf(resource),
        at: performance.now(),
        took: 0,
        total: Promise.resolve(0),
      };
      counted.total = count(storage, filters as FilterQuery, counted);
      counted.total.catch(() => counts.delete(key));
      if (counts.size >= REMEMBERED) counts.clear();
      counts.set(key, counted);
      return counted.total;
    },
    changed: resource => void revisions.set(resource, revisionOf(resource) + 1),
    forget: () => counts.clear(),
  };
};
