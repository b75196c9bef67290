import { and, asc, Column, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { FilterQuery, ListQuery } from '#contract/collection.ts';
import { type Field, initialValue, kindOf } from '#contract/fields.ts';
import { filterFields, rangeNames } from '#contract/filters.ts';
import { recordStamp } from '../db/columns.ts';
import { type Database, rowsOf } from '../db/database.ts';
import { referenceValues } from '../db/schema.ts';
import type { Link, RecordTable } from './bind.ts';
import { personOf } from './kinds/person.ts';
import { conditionOf, orderBy, orderKey, orderOf } from './query.ts';
import { storedAs } from './storedAs.ts';
import { type Storage, scopeOf } from './tableBinding.ts';

/** A record as the API carries it. */
export type WireRecord = { id: number; version: number } & Record<string, unknown>;

/** One page of a list, without its total. `found`: how many records it has, where that is known. */
export const readPage = async (
  db: Database,
  storage: Storage,
  query: ListQuery,
  found?: Promise<number>,
): Promise<WireRecord[]> => {
  const part = { limit: query.per_page, from: (query.page - 1) * query.per_page };
  const isFew = found && isScattered(storage, query) && (await found) <= FEW;
  const ids = isFew ? idsOfFew(db, storage, query, part) : idsInOrder(db, storage, query, part);
  const { id } = storage.table;
  return readFrom(
    db,
    storage,
    sql`unnest(array${ids}) with ordinality page (id, place) join ${storage.table} on ${id} = page.id order by page.place`,
  );
};

/** So many records are put in order by themselves in less time than a person notices. */
const FEW = 100_000;

/**
 * Whether what is found may stand far apart in the order: of a range the database supposes that it is spread evenly,
 * reads the index of the order, and passes by a hundred thousand records before the first one where it is not.
 */
const isScattered = ({ collection: { fields } }: Storage, query: ListQuery): boolean =>
  Object.entries(filterFields(fields)).some(
    ([name, { kind }]) =>
      kindOf({ kind }).filter === 'range' &&
      name !== query.sort &&
      rangeNames(name).some(bound => query[bound] !== undefined),
  );

interface Part {
  from: number;
  limit: number;
}

/**
 * The ids of a part of a list, where all that is found is collected first, and then put in order: the database plans
 * what stands before an `offset` without a thought of the order and the limit after it.
 */
const idsOfFew = (db: Database, storage: Storage, query: ListQuery, { limit, from }: Part): SQL => {
  const { id } = storage.table;
  const key = orderKey(storage, query.sort);
  const found = db
    .select({ id: sql<number>`${id}`.as('id'), key: sql`${key}`.as('key') })
    .from(storage.table as PgTable)
    .where(conditionOf(db, storage, query));
  const order = sql.join(orderBy(sql`key`, sql`id`, query.order), sql`, `);
  return sql`(select id from (${found.getSQL()} offset 0) found order by ${order} limit ${limit} offset ${from})`;
};

const idsInOrder = (db: Database, storage: Storage, query: FilterQuery, { limit, from }: Part) =>
  db
    .select({ id: storage.table.id })
    .from(storage.table as PgTable)
    .where(conditionOf(db, storage, query))
    .orderBy(...orderOf(storage, query))
    .limit(limit)
    .offset(from);

/** The ids of a list in its order, `limit` of them from the `from`th on. */
export const readIds = async (db: Database, storage: Storage, query: FilterQuery, part: Part): Promise<number[]> => {
  const rows = await idsInOrder(db, storage, query, part);
  return rows.map(({ id }) => id as number);
};

/** Every record that meets a condition, in this order. */
export const readAll = async (
  db: Database,
  storage: Storage,
  condition: SQL | undefined,
  order: SQL[],
): Promise<WireRecord[]> => {
  const where = and(scopeOf(storage), condition) ?? sql`true`;
  return readFrom(db, storage, sql`${storage.table} where ${where} order by ${sql.join(order, sql`, `)}`);
};

/** The records of these ids that exist, in the order of their ids. */
export const readRecords = async (db: Database, storage: Storage, ids: readonly number[]): Promise<WireRecord[]> =>
  ids.length === 0 ? [] : readAll(db, storage, inArray(storage.table.id, [...ids]), [asc(storage.table.id)]);

/** The same, held against other writers until the transaction ends: read once they are, with what is linked by then. */
export const lockRecords = async (tx: Database, storage: Storage, ids: readonly number[]): Promise<WireRecord[]> => {
  const { id } = storage.table;
  const held = await tx
    .select({ id })
    .from(storage.table as PgTable)
    .where(and(scopeOf(storage), inArray(id, [...ids])))
    .orderBy(asc(id))
    .for('update');
  return readRecords(
    tx,
    storage,
    held.map(row => row.id as number),
  );
};

/** What these records are linked to by a field, ascending, by record: ids, or the values of the pairs. */
export const readLinks = async (
  db: Database,
  { table, own, other, value }: Link,
  ids: readonly number[],
): Promise<Map<number, unknown[]>> => {
  const pairs = await db
    .select({ own, linked: value ?? other })
    .from(table)
    .where(inArray(own, [...ids]))
    .orderBy(asc(own), asc(other));
  const byRecord = new Map<number, unknown[]>();
  for (const pair of pairs as { own: number; linked: unknown }[]) {
    const others = byRecord.get(pair.own);
    if (others) others.push(pair.linked);
    else byRecord.set(pair.own, [pair.linked]);
  }
  return byRecord;
};

/** The records of a `from` and all that follows it, in one statement that names their values as the wire does. */
const readFrom = async (db: Database, storage: Storage, from: SQL): Promise<WireRecord[]> => {
  const reads = readsOf(db, storage);
  const selected = reads.map(({ name, value }) => sql`${value} as ${sql.identifier(name)}`);
  const rows = await rowsOf<WireRecord>(db, sql`select ${sql.join(selected, sql`, `)} from ${from}`);
  const decoded = reads.flatMap(({ name, decode }) => (decode ? [[name, decode] as const] : []));
  for (const row of rows) for (const [name, decode] of decoded) row[name] = decode(row[name]);
  return rows;
};

/** A value of a record. */
interface Read {
  name: string;
  value: SQL;
  /** How it is made of what the database says, where it is not just that. */
  decode?: (said: unknown) => unknown;
}

/** What is read of a record, in the order of the contract: its columns, whom ids of people mean, what it is linked to. */
const readsOf = (db: Database, storage: Storage): Read[] => {
  const { collection, declared = collection, columns, links, table } = storage;
  const read = (name: string, field?: Field): Read[] => {
    const [column, link] = [columns[name], links[name]];
    if (field?.isSecret) return [];
    if (link) return [{ name, value: linkedOf(db, table, link) }];
    if (!column) return [extraOf(name, field)];
    const readOf = field ? storedAs(field).read : name === 'updated_by' ? personOf : null;
    if (readOf) return [{ name, value: readOf(db, column) }];
    return [{ name, value: sql`${column}`, ...decodingOf(column) }];
  };
  const stamp = Object.keys(recordStamp()).flatMap(name => read(name));
  return [...stamp, ...Object.entries(declared.fields).flatMap(([name, field]) => read(name, field))];
};

/** A moment is sent as text; what else the driver cannot know is the column's own affair. */
const decodingOf = (column: PgColumn): Pick<Read, 'decode'> => {
  if (column.dataType === 'date') return { decode: said => (said === null ? null : toMoment(said as string)) };
  const isAsSaid = column.mapFromDriverValue === Column.prototype.mapFromDriverValue;
  return isAsSaid ? {} : { decode: said => (said === null ? null : column.mapFromDriverValue(said)) };
};

/** What a record is linked to, ascending: ids, or the values of the pairs. */
const linkedOf = (db: Database, { id }: RecordTable, { table, own, other, value }: Link): SQL => {
  const linked = db
    .select(value ?? { other })
    .from(table)
    .where(eq(own, id))
    .orderBy(asc(other));
  return value ? sql`to_json(array(select pair from ${linked} pair))` : sql`to_json(array${linked})`;
};

/** A field of a reference that has no column of its own. */
const extraOf = (name: string, field: Field | undefined): Read => ({
  name,
  value: sql`${referenceValues.extra} -> ${sql.raw(`'${name}'`)}`,
  decode: said => said ?? (field ? initialValue(field) : null),
});

/** The driver's text of a moment as the wire has it. */
const toMoment = (said: string): string => new Date(said).toISOString();
