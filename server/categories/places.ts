import { longestIncreasingSubsequence } from '#contract/longestIncreasingSubsequence.ts';

/**
 * Positions for siblings in a new order. The longest ascending subsequence keeps its positions and the others get
 * fractions in between, so that few rows change. If no fraction is left, all are renumbered.
 */
export const assignSiblingPositions = (before: readonly (number | null)[]): number[] => {
  const keeps = longestIncreasingSubsequence(before);
  const places: number[] = [];
  for (let at = 0; at < before.length; at += 1) {
    const last = places.at(-1);
    if (keeps.has(at)) {
      places.push(before[at] as number);
      continue;
    }
    let next = at;
    while (next < before.length && !keeps.has(next)) next += 1;
    const above = before[next];
    if (next === before.length || above === null || above === undefined) places.push((last ?? 0) + 1);
    else places.push(last === undefined ? above - (next - at) : last + (above - last) / (next - at + 1));
  }
  return places.every((place, at) => at === 0 || place > (places[at - 1] as number))
    ? places
    : before.map((_, at) => at + 1);
};
