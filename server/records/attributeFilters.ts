import { and, not, or, type SQL, sql } from 'drizzle-orm';
import { findAttributesField } from '#contract/attributes.ts';
import type { FilterQuery } from '#contract/collection.ts';
import { type Field, getInitialValue } from '#contract/fields.ts';
import { buildFilters, getEmptyParameterName, getRangeParameterNames } from '#contract/filters.ts';
import type { Database } from '../db/database.ts';
import { parseQuery } from '../http/parse.ts';
import { extendWithAttributes } from './attributes.ts';
import { getStoredKind } from './getStoredKind.ts';
import type { TableBinding } from './tableBinding.ts';

/**
 * Extends a list's binding and query with attributes. Returns both unchanged if the query does not filter by
 * attributes, to avoid reading the definitions.
 * @throws {ApiFailure} 400 for an unknown attribute or an invalid value
 */
export const withAttributeFilters = async <Q extends FilterQuery>(
  db: Database,
  binding: TableBinding,
  query: Q,
): Promise<{ binding: TableBinding; query: Q }> => {
  if (listAttributeParameters(binding, query).length === 0) return { binding, query };
  const extendedBinding = await extendWithAttributes(db, binding);
  return { binding: extendedBinding, query: parseAttributeFilters(extendedBinding, query) };
};

/**
 * @param binding extended with its attributes
 * @throws {ApiFailure} 400 for an unknown attribute or an invalid value
 */
export const parseAttributeFilters = <Q extends FilterQuery>(binding: TableBinding, query: Q): Q => {
  const prefix = getAttributePrefix(binding);
  const parameters = listAttributeParameters(binding, query);
  if (parameters.length === 0) return query;
  const fields = Object.entries(binding.collection.fields).filter(([name]) => name.startsWith(prefix));
  const parsedParameters = parameters.map(([key, value]) => {
    const values = [value].flat();
    return [key, values.length > 1 ? values : values[0]];
  });
  return { ...query, ...parseQuery(buildFilters(Object.fromEntries(fields)), Object.fromEntries(parsedParameters)) };
};

const getAttributePrefix = ({ collection, declared = collection }: TableBinding): string =>
  `${findAttributesField(declared)?.name}.`;

const listAttributeParameters = (binding: TableBinding, query: FilterQuery): [string, unknown][] =>
  Object.entries(query).filter(([key]) => key.startsWith(getAttributePrefix(binding)));

/**
 * Condition for the filters of one attribute, phrased with operators that the GIN index on the whole column supports.
 */
export const attributeCondition = (
  { columns }: TableBinding,
  name: string,
  field: Field,
  query: FilterQuery,
): SQL | undefined => {
  const dotIndex = name.indexOf('.');
  const [column, code] = [columns[name.slice(0, dotIndex)], name.slice(dotIndex + 1)];
  const hasAttribute = sql`${column} ? ${code}::text`;
  const contains = (value: unknown): SQL => sql`${column} @> ${JSON.stringify({ [code]: value })}::jsonb`;
  const value = query[name];
  const isEmpty = query[getEmptyParameterName(name)];
  return and(
    isEmpty === undefined ? undefined : isEmpty ? not(hasAttribute) : hasAttribute,
    typeof value === 'boolean' ? (value ? contains(true) : not(contains(true))) : undefined,
    Array.isArray(value)
      ? or(...value.map(id => contains(Array.isArray(getInitialValue(field)) ? [id] : id)))
      : undefined,
    rangeCondition(
      sql`(${column} ->> ${code}::text)`,
      field,
      getRangeParameterNames(name).map(parameterName => query[parameterName]),
      hasAttribute,
    ),
  );
};

const rangeCondition = (text: SQL, field: Field, [from, to]: unknown[], hasAttribute: SQL): SQL | undefined => {
  if (from === undefined && to === undefined) return undefined;
  const value = getStoredKind(field).fromText(text);
  return and(
    hasAttribute,
    from === undefined ? undefined : sql`${value} >= ${from}`,
    to === undefined ? undefined : sql`${value} <= ${to}`,
  );
};
