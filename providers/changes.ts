import type { Collection } from '#contract/collection.ts';

type Values = Readonly<Record<string, unknown>>;

/** The values of a form that a client may write: declared, not read-only, and set. */
export const writableFields = ({ fields }: Pick<Collection, 'fields'>, values: Values): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name, { readOnly }]) => !readOnly && values[name] !== undefined)
      .map(([name]) => [name, values[name]]),
  );

/** The writable values that differ from the record as it was opened: all that a PUT has to carry (contract 2). */
export const changedFields = (
  collection: Pick<Collection, 'fields'>,
  values: Values,
  opened: Values | undefined,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(writableFields(collection, values)).filter(([name, value]) => !isSame(value, opened?.[name])),
  );

/** Whether two JSON values are equal. */
export const isSame = (one: unknown, other: unknown): boolean => {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [a, b] = [one as Values, other as Values];
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every(key => Object.hasOwn(b, key) && isSame(a[key], b[key]));
};
