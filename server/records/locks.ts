import { and, getTableColumns, getTableName, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { type Database, queryPreparedRows } from '../db/database.ts';
import { anyOfCondition } from './query.ts';

/** From weakest to strongest: prevents deletion; also prevents changes; also prevents new references to the record. */
const lockStrengths = ['key share', 'no key update', 'update'] as const;
export type LockStrength = (typeof lockStrengths)[number];

export interface TouchedRows {
  table: PgTable;
  key: PgColumn;
  values: readonly (string | number)[];
  /** Separates collections that share a table. */
  scope?: SQL | undefined;
  strength: LockStrength;
  field?: string | undefined;
}

export type ExistingKeys = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Locks records until the transaction ends. To prevent deadlocks, every write locks all records that it will touch in
 * one call before it changes anything: tables in order of name, records in order of id.
 */
export const lockInOrder = (tx: Database, touched: readonly TouchedRows[]): Promise<ExistingKeys> =>
  readExisting(tx, touched, true);

/** Like `lockInOrder`, but for previews, which lock nothing. */
export const findTouched = (db: Database, touched: readonly TouchedRows[]): Promise<ExistingKeys> =>
  readExisting(db, touched, false);

/**
 * Like `lockInOrder`, for writes that touch further records depending on stored ones, such as replaced links. Finds
 * them before locking and again afterwards; if there are more now, all locks are released and taken again in order.
 * @returns the result of `find` under the locks
 */
export const lockUntilStable = async <T extends { touched: readonly TouchedRows[] }>(
  tx: Database,
  find: (tx: Database) => Promise<T>,
): Promise<T & { existing: ExistingKeys }> => {
  let known = mergeTouched((await find(tx)).touched);
  for (;;) {
    const locking = known;
    try {
      // Rolling back to the savepoint releases the locks.
      return await tx.transaction(async nested => {
        const existing = await lockInOrder(nested, locking);
        const now = await find(nested);
        const touched = mergeTouched(now.touched);
        if (touched.every(one => isCovered(one, locking))) return { ...now, existing };
        known = [...locking, ...touched];
        throw new MoreRowsTouched();
      });
    } catch (error) {
      if (!(error instanceof MoreRowsTouched)) throw error;
    }
  }
};

class MoreRowsTouched extends Error {}

/**
 * Merges entries that differ only in their values, because a write may touch something for each of ten thousand
 * records.
 */
const mergeTouched = (touched: readonly TouchedRows[]): TouchedRows[] => {
  const groups: TouchedRows[][] = [];
  for (const one of touched) {
    const group = groups.find(([of]) => of && isSameTarget(of, one));
    if (group) group.push(one);
    else groups.push([one]);
  }
  return groups.flatMap(([first, ...rest]) =>
    first ? [{ ...first, values: [...new Set([first, ...rest].flatMap(({ values }) => values))] }] : [],
  );
};

const isSameTarget = (one: TouchedRows, other: TouchedRows): boolean =>
  one.table === other.table &&
  one.key === other.key &&
  one.field === other.field &&
  one.scope === other.scope &&
  one.strength === other.strength;

const isCovered = ({ table, key, field, values, strength }: TouchedRows, locked: readonly TouchedRows[]): boolean => {
  const rowsOfTable = locked.filter(one => one.table === table);
  const known = new Set(rowsOfTable.filter(one => one.key === key && one.field === field).flatMap(one => one.values));
  return (
    values.length === 0 ||
    (getStrengthRank(rowsOfTable) >= getStrengthRank([{ strength }]) && values.every(value => known.has(value)))
  );
};

const getStrengthRank = (touched: readonly Pick<TouchedRows, 'strength'>[]): number =>
  Math.max(-1, ...touched.map(({ strength }) => lockStrengths.indexOf(strength)));

const readExisting = async (db: Database, touched: readonly TouchedRows[], locks: boolean): Promise<ExistingKeys> => {
  const existing = new Map<string, ReadonlySet<string>>();
  const nonEmpty = mergeTouched(touched).filter(({ values }) => values.length > 0);
  const tables = [...new Set(nonEmpty.map(({ table }) => table))].toSorted((one, other) =>
    getTableName(one) < getTableName(other) ? -1 : 1,
  );
  for (const table of tables) {
    const rowsOfTable = nonEmpty.filter(one => one.table === table);
    const rows = await queryPreparedRows<Record<string, string | null>>(
      db,
      buildLockStatement(table, rowsOfTable, locks),
    );
    for (const [at, { field }] of rowsOfTable.entries())
      if (field !== undefined) existing.set(field, new Set(rows.flatMap(row => row[`key_${at}`] ?? [])));
  }
  return existing;
};

/**
 * One statement per table with the strongest of its locks, because two statements could lock the same rows in different
 * orders.
 */
const buildLockStatement = (table: PgTable, touched: readonly TouchedRows[], locks: boolean): SQL => {
  const keys = touched.map(
    ({ key, scope = sql`true` }, at) => sql`case when ${scope} then ${key}::text end as ${sql.identifier(`key_${at}`)}`,
  );
  const rowCondition = or(...touched.map(({ key, values, scope }) => and(scope, keyCondition(key, values))));
  const strength = locks ? lockStrengths[getStrengthRank(touched)] : undefined;
  const order = getTableColumns(table)['id'] ?? touched[0]?.key;
  return sql`select ${sql.join(keys, sql`, `)} from ${table} where ${rowCondition} order by ${order}${
    strength ? sql.raw(` for ${strength}`) : sql``
  }`;
};

const keyCondition = (key: PgColumn, values: readonly (string | number)[]): SQL =>
  anyOfCondition(key, [...new Set(values)], typeof values[0] === 'number' ? 'integer' : 'text');
