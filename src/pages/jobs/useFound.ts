import { useEffect, useRef, useState } from 'react';

type IsWanted<Item> = (item: Item) => boolean;

/** Ms of searching at once: what a person does meanwhile comes between. */
const SLICE = 8;

/**
 * The lines that are wanted, in their order; all for null. `isWanted` stays the same function as long as the same is
 * wanted. Many lines are searched a few at a time: until it is known what is found, what stood there stays.
 */
export const useFound = <Item>(lines: readonly Item[], isWanted: IsWanted<Item> | null): readonly Item[] => {
  const [found, setFound] = useState<readonly Item[] | null>(null);
  const last = useRef<Search<Item>>(null);
  useEffect(() => {
    const search = isWanted && searchOf(lines, isWanted, last.current);
    last.current = search;
    if (!search) return setFound(null);
    let next: ReturnType<typeof setTimeout>;
    const step = () => {
      if (goOn(search, performance.now() + SLICE)) setFound(search.found);
      else next = setTimeout(step);
    };
    step();
    return () => clearTimeout(next);
  }, [lines, isWanted]);
  return (isWanted && found) ?? lines;
};

interface Search<Item> {
  lines: readonly Item[];
  isWanted: IsWanted<Item>;
  /** How many of the lines have been looked at. */
  count: number;
  found: Item[];
}

/** Lines are only added while a run goes on: of a log that has grown, what was looked at is not looked at again. */
const searchOf = <Item>(lines: readonly Item[], isWanted: IsWanted<Item>, last: Search<Item> | null): Search<Item> => {
  const isSame = last?.isWanted === isWanted && last.count > 0 && lines[last.count - 1] === last.lines[last.count - 1];
  return isSame ? { ...last, lines, found: [...last.found] } : { lines, isWanted, count: 0, found: [] };
};

/** @returns whether it came to the end before that time */
const goOn = <Item>(search: Search<Item>, until: number): boolean => {
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
