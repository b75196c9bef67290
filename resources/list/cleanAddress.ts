import { fieldAsked } from '#contract/filters.ts';
import { MAX_PER_PAGE } from '#contract/limits.ts';
import type { Definition } from '../engine/types.ts';

type Read = Pick<Definition, 'collection'>;

/** Parameters of a list itself beside the filters of its fields. */
const own: ReadonlySet<string> = new Set(['search', 'ids']);

/**
 * The query of a list's address without what this list does not know or this person may not ask for: another
 * version's filters, a mistyped order, a column that is closed to them. Null when all of it is known.
 */
export const cleanAddress = (definition: Read, search: string): string | null => {
  const query = new URLSearchParams(search);
  const isClean = Object.entries(checks).map(([name, check]) => {
    const value = query.get(name);
    const clean = value === null ? null : check(definition, value);
    if (clean === value) return true;
    if (clean === null) query.delete(name);
    else query.set(name, clean);
    return false;
  });
  // An order says nothing of its direction by itself.
  if (query.has('sort') === query.has('order')) return isClean.every(Boolean) ? null : query.toString();
  if (query.has('sort')) query.set('order', 'ASC');
  else query.delete('order');
  return query.toString();
};

/** The value as it may stay, or null where it may not. */
type Check = (definition: Read, value: string) => string | null;

const isNumber = (value: string, max: number): boolean => /^[1-9]\d{0,8}$/.test(value) && Number(value) <= max;

const checks: Record<string, Check> = {
  page: (_, value) => (isNumber(value, Number.MAX_SAFE_INTEGER) ? value : null),
  perPage: (_, value) => (isNumber(value, MAX_PER_PAGE) ? value : null),
  order: (_, value) => (value === 'ASC' || value === 'DESC' ? value : null),
  sort: ({ collection: { sort, fields } }, value) => {
    const isStamp = value === 'id' || value === 'created_at' || value === 'updated_at';
    const isKnown = (sort as readonly string[]).includes(value) && value in fields;
    return isStamp || isKnown ? value : null;
  },
  filter: (definition, value) => {
    const given = parsed(value);
    if (!given) return null;
    const entries = Object.entries(given);
    const known = entries.filter(([name, asked]) => isFilter(definition, name, asked));
    return known.length === entries.length ? value : JSON.stringify(Object.fromEntries(known));
  },
};

const parsed = (text: string): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
};

/** Whether the contract knows a filter of this name and takes this value for it. */
const isFilter = ({ collection }: Read, name: string, value: unknown): boolean =>
  (own.has(name) || fieldAsked(collection.fields, name) !== null) &&
  collection.query.safeParse({ [name]: Array.isArray(value) ? value.map(String) : String(value) }).success;
