import type { Collection } from '#contract/collection.ts';
import { type Field, initialValue, type Kind } from '#contract/fields.ts';
import { valueAt } from '#contract/values.ts';

type Values = Readonly<Record<string, unknown>>;

/** The values of a form that a client may write, by field: declared, not read-only, and set. */
export const writableFields = ({ fields }: Pick<Collection, 'fields'>, values: Values): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name, { readOnly }]) => !readOnly && valueAt(values, name) !== undefined)
      .map(([name]) => [name, valueAt(values, name)]),
  );

/** The writable values that differ from the record as it was opened: all that a PUT has to carry (contract 2). */
export const changedFields = (
  { fields }: Pick<Collection, 'fields'>,
  values: Values,
  opened: Values | undefined,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(writableFields({ fields }, values)).flatMap(([name, value]) => {
      const before = valueAt(opened, name);
      const field = fields[name];
      // An empty password is none: the one that there is stays.
      if (!field || isSame(value, before) || (field.kind === 'password' && !value)) return [];
      if (field.kind === 'attributes') return changedAttributes(name, value, before);
      return isSameIn(field, valueOf(values, name, field), valueOf(opened ?? {}, name, field)) ? [] : [[name, value]];
    }),
  );

/** Of attributes only those that differ, those that are gone as null. */
const changedAttributes = (name: string, value: unknown, before: unknown): [string, Values][] => {
  const [after, earlier] = [(value ?? {}) as Values, (before ?? {}) as Values];
  const codes = [...new Set([...Object.keys(earlier), ...Object.keys(after)])];
  const changed = codes.filter(code => !isSame(after[code] ?? null, earlier[code] ?? null));
  return changed.length > 0 ? [[name, Object.fromEntries(changed.map(code => [code, after[code] ?? null]))]] : [];
};

/** The value of a field in a record; an attribute that the record does not have is as in a new one. */
export const valueOf = (record: Values, name: string, field: Field): unknown => {
  const value = valueAt(record, name);
  return field.label ? (value ?? initialValue(field)) : value;
};

/** Kinds whose values are sets of ids: their order says nothing. */
const sets: ReadonlySet<Kind> = new Set(['many', 'references', 'categories', 'permissions']);

/** By what an item of a set is told from others: a permission by its slug. */
export const keyIn = (item: unknown): unknown =>
  typeof item === 'object' && item !== null && 'slug' in item ? item.slug : item;

/** Whether two values of a field are equal. */
export const isSameIn = ({ kind }: Field, one: unknown, other: unknown): boolean => {
  if (!sets.has(kind) || !Array.isArray(one) || !Array.isArray(other)) return isSame(one, other);
  const ids = new Set(other.map(keyIn));
  return new Set(one.map(keyIn)).size === ids.size && one.every(item => ids.has(keyIn(item)));
};

/** Whether two JSON values are equal. */
export const isSame = (one: unknown, other: unknown): boolean => {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [a, b] = [one as Values, other as Values];
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every(key => Object.hasOwn(b, key) && isSame(a[key], b[key]));
};
