/**
 * Positions for siblings in a new order, as few of them new as can be: of those that have one already the longest
 * run in order keeps its own, the others come between. Where there is no room left all are numbered anew.
 */
export const placesOf = (before: readonly (number | null)[]): number[] => {
  const keeps = longestRise(before);
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

/** Where the values of a longest rising run stand (patience sorting). */
const longestRise = (values: readonly (number | null)[]): ReadonlySet<number> => {
  const tails: number[] = [];
  const previous: number[] = [];
  for (const [at, value] of values.entries()) {
    if (value === null) continue;
    const length = firstAtLeast(tails, values, value);
    previous[at] = tails[length - 1] ?? -1;
    tails[length] = at;
  }
  const rise = new Set<number>();
  for (let at = tails.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) rise.add(at);
  return rise;
};

const firstAtLeast = (tails: readonly number[], values: readonly (number | null)[], value: number): number => {
  let [low, high] = [0, tails.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[tails[middle] as number] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
};
