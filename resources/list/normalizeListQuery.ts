import { findFieldByParameter } from '#contract/filters.ts';
import { MAX_PER_PAGE } from '#contract/limits.ts';
import type { Definition } from '../engine/types.ts';

type ListDefinition = Pick<Definition, 'collection'>;

const listParameters: ReadonlySet<string> = new Set(['search', 'ids']);

/**
 * The query without parameters that are unknown or not allowed for the user (such as a filter from an old version, a
 * mistyped order or a guarded column), because the server would refuse the whole request. Null if there is nothing to
 * remove.
 */
export const normalizeListQuery = (definition: ListDefinition, search: string): string | null => {
  const query = new URLSearchParams(search);
  const isClean = Object.entries(parameterChecks).map(([name, check]) => {
    const value = query.get(name);
    const cleanValue = value === null ? null : check(definition, value);
    if (cleanValue === value) return true;
    if (cleanValue === null) query.delete(name);
    else query.set(name, cleanValue);
    return false;
  });
  // `sort` and `order` work only as a pair.
  if (query.has('sort') === query.has('order')) return isClean.every(Boolean) ? null : query.toString();
  if (query.has('sort')) query.set('order', 'ASC');
  else query.delete('order');
  return query.toString();
};

type ParameterCheck = (definition: ListDefinition, value: string) => string | null;

const isNumber = (value: string, max: number): boolean => /^[1-9]\d{0,8}$/.test(value) && Number(value) <= max;

const parameterChecks: Record<string, ParameterCheck> = {
  page: (_, value) => (isNumber(value, Number.MAX_SAFE_INTEGER) ? value : null),
  perPage: (_, value) => (isNumber(value, MAX_PER_PAGE) ? value : null),
  order: (_, value) => (value === 'ASC' || value === 'DESC' ? value : null),
  sort: ({ collection: { sort, fields } }, value) => {
    const isStandardField = value === 'id' || value === 'created_at' || value === 'updated_at';
    const isKnown = (sort as readonly string[]).includes(value) && value in fields;
    return isStandardField || isKnown ? value : null;
  },
  filter: (definition, value) => {
    const queryFilter = parseJsonObject(value);
    if (!queryFilter) return null;
    const entries = Object.entries(queryFilter);
    const knownFilters = entries.filter(([name, filterValue]) => isFilter(definition, name, filterValue));
    return knownFilters.length === entries.length ? value : JSON.stringify(Object.fromEntries(knownFilters));
  },
};

const parseJsonObject = (text: string): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
};

const isFilter = ({ collection }: ListDefinition, name: string, value: unknown): boolean =>
  (listParameters.has(name) || findFieldByParameter(collection.fields, name) !== null) &&
  collection.query.safeParse({ [name]: Array.isArray(value) ? value.map(String) : String(value) }).success;
