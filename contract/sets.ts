import { isSame } from './values.ts';

/** By what an item is told from others: a permission by its slug, anything else by itself. */
const keyIn = (item: unknown): unknown =>
  typeof item === 'object' && item !== null && 'slug' in item ? item.slug : item;

const itemsIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const keysOf = (items: readonly unknown[]): ReadonlySet<unknown> => new Set(items.map(keyIn));

/** Whether two lists have the same items, in whatever order. */
export const isEqualSet = (one: unknown, other: unknown): boolean => {
  if (!Array.isArray(one) || !Array.isArray(other)) return isSame(one, other);
  const [own, keys] = [keysOf(one), keysOf(other)];
  return own.size === keys.size && one.every(item => keys.has(keyIn(item)));
};

/** Theirs with what I added and without what I removed: neither contradicts what another person does. */
const joinedSets = (...sides: readonly [base: unknown, theirs: unknown, mine: unknown]): unknown[] => {
  const [base = [], theirs = [], mine = []] = sides.map(itemsIn);
  const [was, are, is] = [keysOf(base), keysOf(theirs), keysOf(mine)];
  return [
    ...theirs.filter(item => is.has(keyIn(item)) || !was.has(keyIn(item))),
    ...mine.filter(item => !was.has(keyIn(item)) && !are.has(keyIn(item))),
  ];
};

type Parts = ReadonlyMap<number | string, unknown>;

/** Theirs with the parts that I changed; undefined where both changed the same one. */
export const joinedParts = (base: Parts, theirs: Parts, mine: Parts): Map<number | string, unknown> | undefined => {
  const keys = [...new Set([...base.keys(), ...theirs.keys(), ...mine.keys()])];
  const isMine = (key: number | string): boolean => !isSame(mine.get(key), base.get(key));
  const isContested = (key: number | string): boolean =>
    isMine(key) && !isSame(theirs.get(key), base.get(key)) && !isSame(mine.get(key), theirs.get(key));
  if (keys.some(isContested)) return undefined;
  const joined = keys.map(key => [key, (isMine(key) ? mine : theirs).get(key)] as const);
  return new Map(joined.filter(([, part]) => part !== undefined));
};

/** The traits of a kind whose values are such lists. */
export const setTraits = { initial: () => [], isEqual: isEqualSet, join: joinedSets };
