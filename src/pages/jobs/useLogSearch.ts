import { useEffect, useRef, useState } from 'react';

type LinePredicate<Item> = (item: Item) => boolean;

/** Maximum duration of one search step in ms, so that user input is handled in between. */
const MAX_STEP_MS = 8;

/**
 * The lines that match, in order; all of them if `isWanted` is null, which must otherwise be stable. Long logs are
 * searched in steps, and the previous result stays visible until the search is complete.
 */
export const useLogSearch = <Item>(lines: readonly Item[], isWanted: LinePredicate<Item> | null): readonly Item[] => {
  const [found, setFound] = useState<readonly Item[] | null>(null);
  const last = useRef<LogSearch<Item>>(null);
  useEffect(() => {
    const search = isWanted && resumeSearch(lines, isWanted, last.current);
    last.current = search;
    if (!search) return setFound(null);
    let next: ReturnType<typeof setTimeout>;
    const step = () => {
      if (continueSearch(search, performance.now() + MAX_STEP_MS)) setFound(search.found);
      else next = setTimeout(step);
    };
    step();
    return () => clearTimeout(next);
  }, [lines, isWanted]);
  return (isWanted && found) ?? lines;
};

interface LogSearch<Item> {
  lines: readonly Item[];
  isWanted: LinePredicate<Item>;
  count: number;
  found: Item[];
}

/** Lines are only appended during a run, so the search continues where it stopped. */
const resumeSearch = <Item>(
  lines: readonly Item[],
  isWanted: LinePredicate<Item>,
  last: LogSearch<Item> | null,
): LogSearch<Item> => {
  const isSame = last?.isWanted === isWanted && last.count > 0 && lines[last.count - 1] === last.lines[last.count - 1];
  return isSame ? { ...last, lines, found: [...last.found] } : { lines, isWanted, count: 0, found: [] };
};

/** @returns whether the search is complete */
const continueSearch = <Item>(search: LogSearch<Item>, until: number): boolean => {
  const { lines, isWanted, found } = search;
  while (search.count < lines.length) {
    const end = Math.min(search.count + 100, lines.length);
    for (; search.count < end; search.count += 1) {
      const item = lines[search.count];
      if (item !== undefined && isWanted(item)) found.push(item);
    }
    if (performance.now() > until) break;
  }
  return search.count === lines.length;
};
