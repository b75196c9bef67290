import { longestIncreasingSubsequence } from '#contract/longestIncreasingSubsequence.ts';

/**
 * Positions for siblings in a new order. The longest ascending subsequence keeps its positions and the others get
 * fractions in between, so that few rows change. If no fraction is left, all are renumbered.
 */
export const assignSiblingPositions = (before: readonly (number | null)[]): number[] => {
  const keptIndexes = longestIncreasingSubsequence(before);
  const positions: number[] = [];
  for (let index = 0; index < before.length; index += 1) {
    const last = positions.at(-1);
    if (keptIndexes.has(index)) {
      positions.push(before[index] as number);
      continue;
    }
    let next = index;
    while (next < before.length && !keptIndexes.has(next)) next += 1;
    const above = before[next];
    if (next === before.length || above === null || above === undefined) positions.push((last ?? 0) + 1);
    else positions.push(last === undefined ? above - (next - index) : last + (above - last) / (next - index + 1));
  }
  return positions.every((position, index) => index === 0 || position > (positions[index - 1] as number))
    ? positions
    : before.map((_, index) => index + 1);
};
