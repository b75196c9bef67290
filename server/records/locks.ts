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
export const lockInOrder = (tx: Database, touchedRows: readonly TouchedRows[]): Promise<ExistingKeys> =>
  readExisting(tx, touchedRows, true);

/** Like `lockInOrder`, but for previews, which lock nothing. */
export const findTouched = (db: Database, touchedRows: readonly TouchedRows[]): Promise<ExistingKeys> =>
  readExisting(db, touchedRows, false);

/**
 * Like `lockInOrder`, for writes where stored data determines which other records they touch, such as replaced links.
 * Finds these records before locking and again afterwards. If there are now more of them, all locks are released and
 * taken again in order.
 * @returns the result of `find` under the locks
 */
export const lockUntilStable = async <T extends { touched: readonly TouchedRows[] }>(
  tx: Database,
  find: (tx: Database) => Promise<T>,
): Promise<T & { existing: ExistingKeys }> => {
  let knownRows = mergeTouched((await find(tx)).touched);
  for (;;) {
    const lockingRows = knownRows;
    try {
      // Rolling back to the savepoint releases the locks.
      return await tx.transaction(async nested => {
        const existing = await lockInOrder(nested, lockingRows);
        const now = await find(nested);
        const newRows = mergeTouched(now.touched);
        if (newRows.every(rows => isCovered(rows, lockingRows))) return { ...now, existing };
        knownRows = [...lockingRows, ...newRows];
        throw new MoreRowsTouched();
      });
    } catch (error) {
      if (!(error instanceof MoreRowsTouched)) throw error;
    }
  }
};

class MoreRowsTouched extends Error {}

/**
 * Merges entries that differ only in their values, because a write of ten thousand records may touch other records for
 * each of them.
 */
const mergeTouched = (touchedRows: readonly TouchedRows[]): TouchedRows[] => {
  const groups: TouchedRows[][] = [];
  for (const tableRows of touchedRows) {
    const group = groups.find(([firstRows]) => firstRows && isSameTarget(firstRows, tableRows));
    if (group) group.push(tableRows);
    else groups.push([tableRows]);
  }
  return groups.flatMap(([first, ...rest]) =>
    first ? [{ ...first, values: [...new Set([first, ...rest].flatMap(({ values }) => values))] }] : [],
  );
};

const isSameTarget = (rows: TouchedRows, other: TouchedRows): boolean =>
  rows.table === other.table &&
  rows.key === other.key &&
  rows.field === other.field &&
  rows.scope === other.scope &&
  rows.strength === other.strength;

const isCovered = (
  { table, key, field, values, strength }: TouchedRows,
  lockedRows: readonly TouchedRows[],
): boolean => {
  const rowsOfTable = lockedRows.filter(rows => rows.table === table);
  const knownValues = new Set(
    rowsOfTable.filter(rows => rows.key === key && rows.field === field).flatMap(rows => rows.values),
  );
  return (
    values.length === 0 ||
    (getStrengthRank(rowsOfTable) >= getStrengthRank([{ strength }]) && values.every(value => knownValues.has(value)))
  );
};

const getStrengthRank = (touchedRows: readonly Pick<TouchedRows, 'strength'>[]): number =>
  Math.max(-1, ...touchedRows.map(({ strength }) => lockStrengths.indexOf(strength)));

const readExisting = async (
  db: Database,
  touchedRows: readonly TouchedRows[],
  locks: boolean,
): Promise<ExistingKeys> => {
  const existing = new Map<string, ReadonlySet<string>>();
  const nonEmpty = mergeTouched(touchedRows).filter(({ values }) => values.length > 0);
  const tables = [...new Set(nonEmpty.map(({ table }) => table))].toSorted((table, other) =>
    getTableName(table) < getTableName(other) ? -1 : 1,
  );
  for (const table of tables) {
    const rowsOfTable = nonEmpty.filter(one => one.table === table);
    const [found] = await queryPreparedRows<Record<string, string[]>>(
      db,
      buildLockStatement(table, rowsOfTable, locks),
    );
    for (const [index, { field }] of rowsOfTable.entries())
      if (field !== undefined) existing.set(field, new Set(found?.[`key_${index}`]));
  }
  return existing;
};

/**
 * Uses one statement per table, with the strongest lock that is needed, because two statements could lock the same rows
 * in different orders. The statement returns the required keys in a single row, because parsing a row for each record
 * would take longer than locking it.
 */
const buildLockStatement = (table: PgTable, touchedRows: readonly TouchedRows[], locks: boolean): SQL => {
  const askedKeys = touchedRows.flatMap(({ key, scope = sql`true`, field }, index) => {
    const name = sql.identifier(`key_${index}`);
    return field === undefined ? [] : [{ name, valueSql: sql`case when ${scope} then ${key}::text end as ${name}` }];
  });
  const keys = askedKeys.length > 0 ? askedKeys.map(({ valueSql }) => valueSql) : [sql`1`];
  const results = askedKeys.map(
    ({ name }) => sql`coalesce(json_agg(distinct ${name}) filter (where ${name} is not null), '[]') as ${name}`,
  );
  const rowCondition = or(...touchedRows.map(({ key, values, scope }) => and(scope, keyCondition(key, values))));
  const strength = locks ? lockStrengths[getStrengthRank(touchedRows)] : undefined;
  const order = getTableColumns(table)['id'] ?? touchedRows[0]?.key;
  return sql`select ${results.length > 0 ? sql.join(results, sql`, `) : sql`count(*)`} from (
    select ${sql.join(keys, sql`, `)} from ${table} where ${rowCondition} order by ${order}${
      strength ? sql.raw(` for ${strength}`) : sql``
    }
  ) locked`;
};

const keyCondition = (key: PgColumn, values: readonly (string | number)[]): SQL =>
  anyOfCondition(key, [...new Set(values)], typeof values[0] === 'number' ? 'integer' : 'text');
