import {
  and,
  asc,
  desc,
  eq,
  exists,
  gte,
  inArray,
  isNotNull,
  isNull,
  like,
  lte,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { emptyName, type FilterQuery, filterFields, noneName, rangeNames } from '#contract/collection.ts';
import { type Field, filterOf } from '#contract/fields.ts';
import { folded } from '../db/columns.ts';
import type { Database } from '../db/database.ts';
import { categories } from '../db/schema.ts';
import { attributeCondition } from './attributeFilters.ts';
import { expressionOf, type Storage, scopeOf } from './storage.ts';

/** The condition of a list: what its query asks for, within the storage's own rows. */
export const conditionOf = (db: Database, storage: Storage, query: FilterQuery): SQL | undefined =>
  and(
    scopeOf(storage),
    query.ids && oneOf(storage.table.id, query.ids),
    query.search ? searched(storage, query.search) : undefined,
    ...Object.entries(filterFields(storage.collection.fields)).flatMap(([name, field]) =>
      name.includes('.')
        ? [attributeCondition(storage, name, field, query)]
        : [filtered(db, storage, name, field, query), emptied(db, storage, name, field, query[emptyName(name)])],
    ),
  );

/** The id is one of these, of which there may be more than a statement has room for parameters. */
export const oneOf = (id: PgColumn, ids: readonly number[]): SQL => sql`${id} = any(${sql.param([...ids])}::integer[])`;

/** Any part of the searched fields, in any case; `%` and `_` mean themselves. */
export const searched = ({ table }: Storage, text: string): SQL =>
  like(table.search, `%${folded(text).replace(/[\\%_]/g, '\\$&')}%`);

/** The order of a list: empty values come before all others, ties go by id, both backwards when descending. */
export const orderOf = (storage: Storage, { sort, order }: Pick<FilterQuery, 'sort' | 'order'>): SQL[] =>
  orderBy(orderKey(storage, sort), sql`${storage.table.id}`, order);

/** What a list is put in order by; its ids by themselves. */
export const orderKey = (storage: Storage, sort: string): SQL | null =>
  sort === 'id' ? null : expressionOf(storage, sort, storage.collection.fields[sort]);

export const orderBy = (key: SQL | null, id: SQL, order: FilterQuery['order']): SQL[] => {
  const [direction, empties] = order === 'asc' ? [asc, sql` nulls first`] : [desc, sql` nulls last`];
  return [...(key ? [sql`${direction(key)}${empties}`] : []), direction(id)];
};

const filtered = (db: Database, storage: Storage, name: string, field: Field, query: FilterQuery): SQL | undefined => {
  switch (filterOf[field.kind]) {
    case 'range':
      return ranged(storage, name, field, query);
    case 'flag':
      return query[name] === undefined ? undefined : eq(expressionOf(storage, name, field), query[name]);
    case 'any': {
      const values = query[name] as unknown[] | undefined;
      const link = storage.links[name];
      if (field.kind === 'categories') return mapped(db, storage, name, values, query[noneName(name)]);
      if (!values) return undefined;
      return link ? linked(db, storage, link, values) : inArray(expressionOf(storage, name, field), values);
    }
    case null:
      return undefined;
  }
};

/** Records without a value of a field, or with one. */
const emptied = (db: Database, storage: Storage, name: string, field: Field, isEmpty: unknown): SQL | undefined => {
  if (isEmpty === undefined) return undefined;
  const link = storage.links[name];
  if (link) {
    const some = exists(pairsOf(db, storage, link));
    return isEmpty ? not(some) : some;
  }
  const expression = expressionOf(storage, name, field);
  return isEmpty ? isNull(expression) : isNotNull(expression);
};

const ranged = (storage: Storage, name: string, field: Field, query: FilterQuery): SQL | undefined => {
  const expression = expressionOf(storage, name, field);
  const [from, to] = rangeNames(name).map(bound => query[bound]);
  return and(
    from === undefined ? undefined : gte(expression, from),
    to === undefined ? undefined : lte(expression, to),
  );
};

type Link = Storage['links'][string];

const linked = (db: Database, storage: Storage, link: Link, ids: unknown[]) =>
  exists(pairsOf(db, storage, link, inArray(link.other, ids)));

/** Records in some of these categories or those nested in them, or without any category of some of these platforms. */
const mapped = (db: Database, storage: Storage, name: string, wanted: unknown, platforms: unknown): SQL | undefined => {
  const link = storage.links[name];
  if (!link) return undefined;
  const without = (platform: string) =>
    not(exists(pairsOf(db, storage, link, inArray(link.other, idsOn(db, platform)))));
  return and(
    wanted ? exists(pairsOf(db, storage, link, sql`${link.other} in (${withNested(wanted as number[])})`)) : undefined,
    platforms ? or(...(platforms as string[]).map(without)) : undefined,
  );
};

const idsOn = (db: Database, platform: string) =>
  db.select({ id: categories.id }).from(categories).where(eq(categories.platform, platform));

/** The ids of these categories and of all that are nested in them. */
const withNested = (ids: number[]): SQL => sql`
  with recursive tree(id) as (
    select id from ${categories} where id = any(${sql.param(ids)}::integer[])
    union
    select nested.id from ${categories} nested join tree on nested.parent_id = tree.id
  ) select id from tree`;

/** The pairs of a link table that belong to a record of the list. */
const pairsOf = (db: Database, { table }: Storage, { table: pairs, own }: Link, condition?: SQL) =>
  db
    .select({ one: sql`1` })
    .from(pairs)
    .where(and(eq(own, table.id), condition));
