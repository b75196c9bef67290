import { useEffect, useRef, useState } from 'react';

type LinePredicate<Item> = (item: Item) => boolean;

/** Maximum duration of one search step in ms, so that user input is handled in between. */
const MAX_STEP_MS = 8;

/**
 * The matching lines in order, or all lines if `matchesLine` is null. The function `matchesLine` must be stable. Long
 * logs are searched in steps, and the previous result stays visible until the search is complete.
 */
export const useLogSearch = <Item>(
  lines: readonly Item[],
  matchesLine: LinePredicate<Item> | null,
): readonly Item[] => {
  const [foundItems, setFoundItems] = useState<readonly Item[] | null>(null);
  const last = useRef<LogSearch<Item>>(null);
  useEffect(() => {
    const search = matchesLine && resumeSearch(lines, matchesLine, last.current);
    last.current = search;
    if (!search) return setFoundItems(null);
    let next: ReturnType<typeof setTimeout>;
    const step = () => {
      if (continueSearch(search, performance.now() + MAX_STEP_MS)) setFoundItems(search.items);
      else next = setTimeout(step);
    };
    step();
    return () => clearTimeout(next);
  }, [lines, matchesLine]);
  return (matchesLine && foundItems) ?? lines;
};

interface LogSearch<Item> {
  lines: readonly Item[];
  matchesLine: LinePredicate<Item>;
  count: number;
  items: Item[];
}

/** Lines are only appended during a run, so the search continues where it stopped. */
const resumeSearch = <Item>(
  lines: readonly Item[],
  matchesLine: LinePredicate<Item>,
  last: LogSearch<Item> | null,
): LogSearch<Item> => {
  const isSame =
    last?.matchesLine === matchesLine && last.count > 0 && lines[last.count - 1] === last.lines[last.count - 1];
  return isSame ? { ...last, lines, items: [...last.items] } : { lines, matchesLine, count: 0, items: [] };
};

/** @returns whether the search is complete */
const continueSearch = <Item>(search: LogSearch<Item>, deadline: number): boolean => {
  const { lines, matchesLine, items } = search;
  while (search.count < lines.length) {
    const end = Math.min(search.count + 100, lines.length);
    for (; search.count < end; search.count += 1) {
      const item = lines[search.count];
      if (item !== undefined && matchesLine(item)) items.push(item);
    }
    if (performance.now() > deadline) break;
  }
  return search.count === lines.length;
};
