import { and, getTableColumns, getTableName, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { type Database, preparedRowsOf } from '../db/database.ts';
import { isAnyOf } from './query.ts';

/** From weakest: prevents deletion; prevents changes too; prevents references to the record too. */
const strengths = ['key share', 'no key update', 'update'] as const;
export type Strength = (typeof strengths)[number];

export interface Touched {
  table: PgTable;
  key: PgColumn;
  values: readonly (string | number)[];
  /** Separates collections that share a table. */
  scope?: SQL | undefined;
  strength: Strength;
  field?: string | undefined;
}

export type Existing = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Locks records until the transaction ends. Every write locks all records that it will touch in one call, before it
 * changes anything: tables in the order of their names, records in the order of their ids. This order prevents
 * deadlocks.
 */
export const lockInOrder = (tx: Database, touched: readonly Touched[]): Promise<Existing> => found(tx, touched, true);

/** Like `lockInOrder`, but for previews, which lock nothing. */
export const findTouched = (db: Database, touched: readonly Touched[]): Promise<Existing> => found(db, touched, false);

/**
 * Like `lockInOrder`, for writes that touch further records depending on stored ones, such as replaced links. Finds
 * them before locking and again afterwards; if there are more now, all locks are released and taken again in order.
 * @returns the result of `find` under the locks
 */
export const lockFound = async <T extends { touched: readonly Touched[] }>(
  tx: Database,
  find: (tx: Database) => Promise<T>,
): Promise<T & { existing: Existing }> => {
  let known = merged((await find(tx)).touched);
  for (;;) {
    const locking = known;
    try {
      // Rolling back to the savepoint releases the locks.
      return await tx.transaction(async nested => {
        const existing = await lockInOrder(nested, locking);
        const now = await find(nested);
        const touched = merged(now.touched);
        if (touched.every(one => isCovered(one, locking))) return { ...now, existing };
        known = [...locking, ...touched];
        throw new MoreTouched();
      });
    } catch (error) {
      if (!(error instanceof MoreTouched)) throw error;
    }
  }
};

class MoreTouched extends Error {}

/**
 * Merges entries that differ only in their values, because a write may touch something for each of ten thousand
 * records.
 */
const merged = (touched: readonly Touched[]): Touched[] => {
  const groups: Touched[][] = [];
  for (const one of touched) {
    const group = groups.find(([of]) => of && isAlike(of, one));
    if (group) group.push(one);
    else groups.push([one]);
  }
  return groups.flatMap(([first, ...rest]) =>
    first ? [{ ...first, values: [...new Set([first, ...rest].flatMap(({ values }) => values))] }] : [],
  );
};

const isAlike = (one: Touched, other: Touched): boolean =>
  one.table === other.table &&
  one.key === other.key &&
  one.field === other.field &&
  one.scope === other.scope &&
  one.strength === other.strength;

const isCovered = ({ table, key, field, values, strength }: Touched, locked: readonly Touched[]): boolean => {
  const ofTable = locked.filter(one => one.table === table);
  const known = new Set(ofTable.filter(one => one.key === key && one.field === field).flatMap(one => one.values));
  return values.length === 0 || (rankOf(ofTable) >= rankOf([{ strength }]) && values.every(value => known.has(value)));
};

const rankOf = (touched: readonly Pick<Touched, 'strength'>[]): number =>
  Math.max(-1, ...touched.map(({ strength }) => strengths.indexOf(strength)));

const found = async (db: Database, touched: readonly Touched[], locks: boolean): Promise<Existing> => {
  const existing = new Map<string, ReadonlySet<string>>();
  const named = merged(touched).filter(({ values }) => values.length > 0);
  const tables = [...new Set(named.map(({ table }) => table))].toSorted((one, other) =>
    getTableName(one) < getTableName(other) ? -1 : 1,
  );
  for (const table of tables) {
    const ofTable = named.filter(one => one.table === table);
    const rows = await preparedRowsOf<Record<string, string | null>>(db, statement(table, ofTable, locks));
    for (const [at, { field }] of ofTable.entries())
      if (field !== undefined) existing.set(field, new Set(rows.flatMap(row => row[`key_${at}`] ?? [])));
  }
  return existing;
};

/**
 * One statement per table with the strongest of its locks, because two statements could lock the same rows in different
 * orders.
 */
const statement = (table: PgTable, touched: readonly Touched[], locks: boolean): SQL => {
  const keys = touched.map(
    ({ key, scope = sql`true` }, at) => sql`case when ${scope} then ${key}::text end as ${sql.identifier(`key_${at}`)}`,
  );
  const which = or(...touched.map(({ key, values, scope }) => and(scope, keyIn(key, values))));
  const strength = locks ? strengths[rankOf(touched)] : undefined;
  const order = getTableColumns(table)['id'] ?? touched[0]?.key;
  return sql`select ${sql.join(keys, sql`, `)} from ${table} where ${which} order by ${order}${
    strength ? sql.raw(` for ${strength}`) : sql``
  }`;
};

const keyIn = (key: PgColumn, values: readonly (string | number)[]): SQL =>
  isAnyOf(key, [...new Set(values)], typeof values[0] === 'number' ? 'integer' : 'text');
