import type { RowValues } from '../table/reader.ts';
import { byKey, type Found, filled, type KeysBefore } from './products.ts';

/**
 * The previous owners of all keys that a batch changes. Later batches match by these, so that the result does not depend
 * on where one batch ends.
 */
export const keysBefore = (
  found: Found,
  {
    matched,
    fresh,
  }: { matched: readonly { id: number; values: RowValues }[]; fresh: readonly { values: RowValues }[] },
  { named, clears }: { named: readonly string[]; clears: boolean },
): KeysBefore => {
  const filledIn = new Map(matched.map(({ id, values }) => [id, values]));
  const given = [...matched, ...fresh].map(({ values }) => values);
  return byKey(key => {
    const taken = [...found[key]].filter(([value, id]) => {
      const values = filledIn.get(id);
      const next = values?.[key] ?? (clears ? null : value);
      return values !== undefined && named.includes(key) && next !== value;
    });
    const news = filled(given, key)
      .map(String)
      .filter(value => !found[key].has(value));
    return new Map<string, number | null>([...news.map(value => [value, null] as const), ...taken]);
  });
};
