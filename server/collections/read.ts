import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { alias, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import { type FilterQuery, filterFields, type ListQuery, rangeNames } from '#contract/collection.ts';
import { filterOf, initialValue } from '#contract/fields.ts';
import type { Database } from '../db/database.ts';
import { users } from '../db/schema.ts';
import { conditionOf, orderBy, orderKey, orderOf } from './query.ts';
import { type Link, type RecordTable, type Storage, scopeOf } from './storage.ts';

/** A record as the API carries it. */
export type WireRecord = { id: number; version: number } & Record<string, unknown>;

/** Who changed a record last. */
interface ChangedBy {
  id: number;
  name: string;
}

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
  return readAll(db, storage, sql`${storage.table.id} in ${ids}`, orderOf(storage, query));
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
      filterOf[kind] === 'range' && name !== query.sort && rangeNames(name).some(bound => query[bound] !== undefined),
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
  const rows = await db
    .select(selectionOf(db, storage))
    .from(storage.table as PgTable)
    .where(and(scopeOf(storage), condition))
    .orderBy(...order);
  return (rows as Row[]).map(row => onTheWire(storage, row));
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

type Row = { id: number; created_at: Date; updated_at: Date; version: number; updated_by: ChangedBy | null } & Record<
  string,
  unknown
>;

/** What is read of a record in one statement: its columns, for ids of people the people, and what it is linked to. */
const selectionOf = (db: Database, { collection: { fields }, columns, links, table }: Storage) => {
  const read: Record<string, PgColumn | SQL> = {};
  for (const [name, column] of Object.entries(columns)) {
    const kind = fields[name]?.kind;
    if (name === 'search' || kind === 'password') continue;
    read[name] = name === 'updated_by' || kind === 'person' ? personOf(db, column) : column;
  }
  for (const [name, link] of Object.entries(links)) read[name] = linkedOf(db, table, link);
  return read;
};

const people = alias(users, 'people');

/** Who an id of a user means. */
const personOf = (db: Database, id: PgColumn): SQL =>
  sql`${db
    .select({
      person: sql`json_build_object('id', ${people.id}, 'name', ${people.first_name} || ' ' || ${people.last_name})`,
    })
    .from(people)
    .where(eq(people.id, id))}`;

/** What a record is linked to, ascending: ids, or the values of the pairs. */
const linkedOf = (db: Database, { id }: RecordTable, { table, own, other, value }: Link): SQL => {
  const parts = Object.entries(value ?? {}).flatMap(([name, column]) => [sql.raw(`'${name}'`), sql`${column}`]);
  const pair = value ? sql`json_build_object(${sql.join(parts, sql`, `)})` : sql`${other}`;
  const pairs = db
    .select({ linked: sql`coalesce(json_agg(${pair} order by ${other}), '[]')` })
    .from(table)
    .where(eq(own, id));
  return sql`${pairs}`;
};

const onTheWire = ({ collection, declared = collection, columns, links }: Storage, row: Row): WireRecord => {
  const { id, created_at, updated_at, version, updated_by } = row;
  const extra = (row['extra'] ?? {}) as Record<string, unknown>;
  const record: WireRecord = {
    id,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
    version,
    updated_by,
  };
  for (const [name, field] of Object.entries(declared.fields)) {
    if (field.kind === 'password') continue;
    if (field.kind === 'moment') record[name] = (row[name] as Date | null)?.toISOString() ?? null;
    else record[name] = columns[name] || links[name] ? row[name] : (extra[name] ?? initialValue(field));
  }
  return record;
};
