import type { RowValues } from '../table/reader.ts';
import { collectFilledValues, type FoundIds, mapKeys, type PreviousKeys } from './products.ts';

/**
 * The previous owners of all keys that a batch changes. Later batches match rows by these owners, so that the result
 * does not depend on where a batch ends.
 */
export const collectPreviousKeys = (
  foundProducts: FoundIds,
  {
    matched,
    fresh,
  }: { matched: readonly { id: number; values: RowValues }[]; fresh: readonly { values: RowValues }[] },
  { named, clears }: { named: readonly string[]; clears: boolean },
): PreviousKeys => {
  const filledIn = new Map(matched.map(({ id, values }) => [id, values]));
  const givenValues = [...matched, ...fresh].map(({ values }) => values);
  return mapKeys(key => {
    const changedOwners = [...foundProducts[key]].filter(([value, id]) => {
      const values = filledIn.get(id);
      const next = values?.[key] ?? (clears ? null : value);
      return values !== undefined && named.includes(key) && next !== value;
    });
    const newOwners = collectFilledValues(givenValues, key)
      .map(String)
      .filter(value => !foundProducts[key].has(value));
    return new Map<string, number | null>([...newOwners.map(value => [value, null] as const), ...changedOwners]);
  });
};
