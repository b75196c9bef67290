import { and, asc, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { type FilterQuery, filterFields, type ListQuery, rangeNames } from '#contract/collection.ts';
import { filterOf, initialValue } from '#contract/fields.ts';
import { type Database, rowsOf } from '../db/database.ts';
import { users } from '../db/schema.ts';
import { conditionOf, orderBy, orderKey, orderOf } from './query.ts';
import { type Link, type Storage, scopeOf } from './storage.ts';

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
  const [limit, offset] = [query.per_page, (query.page - 1) * query.per_page];
  if (found && isScattered(storage, query) && (await found) <= FEW) {
    const ids = await idsOfFew(db, storage, query, { limit, offset });
    const byId = new Map((await readRecords(db, storage, ids)).map(record => [record.id, record]));
    return ids.flatMap(id => byId.get(id) ?? []);
  }
  const rows = await select(db, storage, conditionOf(db, storage, query))
    .orderBy(...orderOf(storage, query))
    .limit(limit)
    .offset(offset);
  return withLinks(db, storage, rows);
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

/** A page of ids where all that is found is collected first, and then put in order. */
const idsOfFew = async (
  db: Database,
  storage: Storage,
  query: ListQuery,
  { limit, offset }: { limit: number; offset: number },
): Promise<number[]> => {
  const { id } = storage.table;
  const key = orderKey(storage, query.sort);
  const found = db
    .select({ id: sql<number>`${id}`.as('id'), key: sql`${key}`.as('key') })
    .from(storage.table as PgTable)
    .where(conditionOf(db, storage, query));
  const order = orderBy(sql`key`, sql`id`, query.order);
  const rows = await rowsOf<{ id: number }>(
    db,
    sql`with found as materialized (${found}) select id from found order by ${sql.join(order, sql`, `)} limit ${limit} offset ${offset}`,
  );
  return rows.map(row => row.id);
};

/** The ids of a list in its order, `limit` of them from the `from`th on. */
export const readIds = async (
  db: Database,
  storage: Storage,
  query: FilterQuery,
  { from, limit }: { from: number; limit: number },
): Promise<number[]> => {
  const rows = await db
    .select({ id: storage.table.id })
    .from(storage.table as PgTable)
    .where(conditionOf(db, storage, query))
    .orderBy(...orderOf(storage, query))
    .limit(limit)
    .offset(from);
  return rows.map(({ id }) => id as number);
};

/** Every record that meets a condition, in this order. */
export const readAll = async (
  db: Database,
  storage: Storage,
  condition: SQL | undefined,
  order: SQL[],
): Promise<WireRecord[]> =>
  withLinks(db, storage, await select(db, storage, and(scopeOf(storage), condition)).orderBy(...order));

/** The records of these ids that exist, in the order of their ids. */
export const readRecords = async (db: Database, storage: Storage, ids: readonly number[]): Promise<WireRecord[]> =>
  ids.length === 0 ? [] : readAll(db, storage, inArray(storage.table.id, [...ids]), [asc(storage.table.id)]);

/** The same, held against other writers until the transaction ends. */
export const lockRecords = async (tx: Database, storage: Storage, ids: readonly number[]): Promise<WireRecord[]> => {
  const { id } = storage.table;
  const rows = await select(tx, storage, and(scopeOf(storage), inArray(id, [...ids])))
    .orderBy(asc(id))
    .for('update');
  return withLinks(tx, storage, rows);
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

type Row = { id: number; created_at: Date; updated_at: Date; version: number; updated_by: number | null } & Record<
  string,
  unknown
>;

const select = (db: Database, { collection, columns, table }: Storage, condition: SQL | undefined) => {
  const isRead = (name: string): boolean => name !== 'search' && collection.fields[name]?.kind !== 'password';
  return db
    .select(Object.fromEntries(Object.entries(columns).filter(([name]) => isRead(name))))
    .from(table as PgTable)
    .where(condition)
    .$dynamic();
};

const withLinks = async (db: Database, storage: Storage, rows: Record<string, unknown>[]): Promise<WireRecord[]> => {
  const ids = rows.map(row => row['id'] as number);
  const links = new Map<string, Map<number, unknown[]>>();
  if (ids.length > 0) {
    for (const [name, link] of Object.entries(storage.links)) links.set(name, await readLinks(db, link, ids));
  }
  const people = await readPeople(db, peopleOf(storage, rows as Row[]));
  return (rows as Row[]).map(row => onTheWire(storage, row, links, people));
};

/** Everybody whom rows name: who changed them last, and whom their fields hold. */
const peopleOf = ({ collection }: Storage, rows: readonly Row[]): number[] => {
  const holders = Object.entries(collection.fields).flatMap(([name, { kind }]) => (kind === 'person' ? [name] : []));
  return rows.flatMap(row => ['updated_by', ...holders].flatMap(name => (row[name] as number | null) ?? []));
};

/** People by id; a page knows few of them. */
const readPeople = async (db: Database, named: readonly number[]): Promise<Map<number, ChangedBy>> => {
  const ids = [...new Set(named)];
  if (ids.length === 0) return new Map();
  const found = await db
    .select({ id: users.id, first: users.first_name, last: users.last_name })
    .from(users)
    .where(inArray(users.id, ids));
  return new Map(found.map(({ id, first, last }) => [id, { id, name: `${first} ${last}` }]));
};

const onTheWire = (
  { collection, declared = collection, columns, links: linked }: Storage,
  row: Row,
  links: Map<string, Map<number, unknown[]>>,
  people: ReadonlyMap<number, ChangedBy>,
): WireRecord => {
  const { id, created_at, updated_at, version, updated_by } = row;
  const extra = (row['extra'] ?? {}) as Record<string, unknown>;
  const record: WireRecord = {
    id,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
    version,
    updated_by: (updated_by !== null && people.get(updated_by)) || null,
  };
  for (const [name, field] of Object.entries(declared.fields)) {
    if (field.kind === 'password') continue;
    if (field.kind === 'person') record[name] = people.get(row[name] as number) ?? null;
    else if (field.kind === 'moment') record[name] = (row[name] as Date | null)?.toISOString() ?? null;
    else if (linked[name]) record[name] = links.get(name)?.get(id) ?? [];
    else record[name] = columns[name] ? row[name] : (extra[name] ?? initialValue(field));
  }
  return record;
};
