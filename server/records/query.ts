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
import type { FilterQuery } from '#contract/collection.ts';
import { type Field, getKindTraits } from '#contract/fields.ts';
import { getEmptyParameterName, getRangeParameterNames, pickFilterFields } from '#contract/filters.ts';
import { listWordVariants } from '#contract/searchText.ts';
import type { Database } from '../db/database.ts';
import { attributeCondition } from './attributeFilters.ts';
import type { LinkBinding } from './bindTable.ts';
import { getStoredKind } from './getStoredKind.ts';
import { selectLinkedPairs } from './pairs.ts';
import { getColumnExpression, scopeCondition, type TableBinding } from './tableBinding.ts';

export const filterCondition = (db: Database, binding: TableBinding, query: FilterQuery): SQL | undefined =>
  and(
    scopeCondition(binding),
    query.ids && idsCondition(binding.table.id, query.ids),
    query.search ? searchCondition(binding, query.search) : undefined,
    ...Object.entries(pickFilterFields(binding.collection.fields)).flatMap(([name, field]) =>
      name.includes('.')
        ? [attributeCondition(binding, name, field, query)]
        : [
            fieldCondition(db, binding, name, field, query),
            emptinessCondition(db, binding, name, field, query[getEmptyParameterName(name)]),
          ],
    ),
  );

/** `id = any(array)`, because one parameter per id could exceed the protocol's limit of 65,535. */
export const idsCondition = (id: PgColumn, ids: readonly number[]): SQL => anyOfCondition(id, ids, 'integer');

/**
 * Compares a single value without an array. PostgreSQL assumes that an unknown array has ten elements, so it would
 * consider the generic plan too expensive and make a new plan for each call.
 */
export const anyOfCondition = (key: PgColumn, values: readonly (string | number)[], type: 'integer' | 'text'): SQL => {
  const [first, ...others] = values;
  if (first !== undefined && others.length === 0) return sql`${key} = ${sql.param(first)}::${sql.raw(type)}`;
  return sql`${key} = any(${sql.param([...values])}::${sql.raw(type)}[])`;
};

/**
 * Matches texts with every word of the query, in any order. A query without words, such as a lone accent, matches
 * nothing.
 */
export const searchCondition = ({ table }: TableBinding, text: string): SQL =>
  and(
    ...listWordVariants(text).map(spellings =>
      containsAnyCondition(
        table,
        spellings.map(spelling => `%${escapeLike(spelling)}%`),
      ),
    ),
  ) ?? sql`false`;

/** Each pattern is a separate look-up in the trigram index. */
export const containsAnyCondition = ({ search }: TableBinding['table'], patterns: readonly string[]): SQL | undefined =>
  or(...patterns.map(pattern => like(search, pattern)));

/** Patterns for words that begin with this text. Each field is a line of the search column. */
export const buildWordStartPatterns = (pattern: string): string[] => [`${pattern}%`, `% ${pattern}%`, `%\n${pattern}%`];

/** Escapes `%`, `_` and `\` for LIKE. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/**
 * ORDER BY of a list: nulls first, ties by id. Descending reverses all of it, so that one index serves both directions.
 */
export const listOrderSql = (binding: TableBinding, { sort, order }: Pick<FilterQuery, 'sort' | 'order'>): SQL[] =>
  orderBySql(orderKeySql(binding, sort), sql`${binding.table.id}`, order);

export const orderKeySql = (binding: TableBinding, sort: string): SQL | null =>
  sort === 'id' ? null : getColumnExpression(binding, sort, binding.collection.fields[sort]);

export const orderBySql = (key: SQL | null, id: SQL, order: FilterQuery['order']): SQL[] => {
  const [direction, empties] = order === 'asc' ? [asc, sql` nulls first`] : [desc, sql` nulls last`];
  return [...(key ? [sql`${direction(key)}${empties}`] : []), direction(id)];
};

const fieldCondition = (
  db: Database,
  binding: TableBinding,
  name: string,
  field: Field,
  query: FilterQuery,
): SQL | undefined => {
  const { where } = getStoredKind(field);
  if (where) return where({ db, binding, name, query });
  switch (getKindTraits(field).filter) {
    case 'range':
      return rangeCondition(binding, name, field, query);
    case 'flag':
      return query[name] === undefined ? undefined : eq(getColumnExpression(binding, name, field), query[name]);
    case 'any': {
      const values = query[name] as unknown[] | undefined;
      const link = binding.links[name];
      if (!values) return undefined;
      return link
        ? linkCondition(db, binding, link, values)
        : inArray(getColumnExpression(binding, name, field), values);
    }
    case null:
      return undefined;
  }
};

const emptinessCondition = (
  db: Database,
  binding: TableBinding,
  name: string,
  field: Field,
  isEmpty: unknown,
): SQL | undefined => {
  if (isEmpty === undefined) return undefined;
  const link = binding.links[name];
  if (link) {
    const hasPairs = exists(selectLinkedPairs(db, binding, link));
    return isEmpty ? not(hasPairs) : hasPairs;
  }
  const expression = getColumnExpression(binding, name, field);
  return isEmpty ? isNull(expression) : isNotNull(expression);
};

const rangeCondition = (binding: TableBinding, name: string, field: Field, query: FilterQuery): SQL | undefined => {
  const expression = getColumnExpression(binding, name, field);
  const [from, to] = getRangeParameterNames(name).map(parameterName => query[parameterName]);
  return and(
    from === undefined ? undefined : gte(expression, from),
    to === undefined ? undefined : lte(expression, to),
  );
};

const linkCondition = (db: Database, binding: TableBinding, link: LinkBinding, ids: unknown[]) =>
  exists(selectLinkedPairs(db, binding, link, inArray(link.other, ids)));
