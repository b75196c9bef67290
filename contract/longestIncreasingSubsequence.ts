/**
 * Indices of a longest strictly increasing subsequence, by patience sorting in O(n log n). Null entries are skipped.
 */
export const longestIncreasingSubsequence = (values: readonly (number | null)[]): ReadonlySet<number> => {
  const tails: number[] = [];
  const previous: number[] = [];
  for (const [index, value] of values.entries()) {
    if (value === null) continue;
    const length = findFirstAtLeast(tails, values, value);
    previous[index] = tails[length - 1] ?? -1;
    tails[length] = index;
  }
  const keptIndexes = new Set<number>();
  for (let tailIndex = tails.at(-1) ?? -1; tailIndex >= 0; tailIndex = previous[tailIndex] ?? -1)
    keptIndexes.add(tailIndex);
  return keptIndexes;
};

const findFirstAtLeast = (tails: readonly number[], values: readonly (number | null)[], value: number): number => {
  let [low, high] = [0, tails.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const tail = values[tails[middle] ?? -1] ?? null;
    if (tail !== null && tail < value) low = middle + 1;
    else high = middle;
  }
  return low;
};
