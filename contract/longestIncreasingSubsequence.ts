/**
 * Indices of a longest strictly increasing subsequence, by patience sorting in O(n log n). Null entries are skipped.
 */
export const longestIncreasingSubsequence = (values: readonly (number | null)[]): ReadonlySet<number> => {
  const tails: number[] = [];
  const previous: number[] = [];
  for (const [at, value] of values.entries()) {
    if (value === null) continue;
    const length = findFirstAtLeast(tails, values, value);
    previous[at] = tails[length - 1] ?? -1;
    tails[length] = at;
  }
  const rise = new Set<number>();
  for (let at = tails.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) rise.add(at);
  return rise;
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
