import type { MultiValueTraits } from './kind.ts';
import { isSame } from './values.ts';

const getItemKey = (item: unknown): unknown =>
  typeof item === 'object' && item !== null && 'slug' in item ? item.slug : item;

const toItems = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const getItemKeys = (items: readonly unknown[]): ReadonlySet<unknown> => new Set(items.map(getItemKey));

/** Compares two lists as sets, because the order of permissions or links has no meaning. */
export const isEqualSet = (one: unknown, other: unknown): boolean => {
  if (!Array.isArray(one) || !Array.isArray(other)) return isSame(one, other);
  const [oneKeys, keys] = [getItemKeys(one), getItemKeys(other)];
  return oneKeys.size === keys.size && one.every(item => keys.has(getItemKey(item)));
};

/**
 * Three-way merge of sets: theirs, plus what I added, minus what I removed. Never conflicts, because items are
 * independent.
 */
const mergeSets = (...versions: readonly [base: unknown, theirs: unknown, mine: unknown]): unknown[] => {
  const [base = [], theirs = [], mine = []] = versions.map(toItems);
  const [baseKeys, theirKeys, myKeys] = [getItemKeys(base), getItemKeys(theirs), getItemKeys(mine)];
  return [
    ...theirs.filter(item => myKeys.has(getItemKey(item)) || !baseKeys.has(getItemKey(item))),
    ...mine.filter(item => !baseKeys.has(getItemKey(item)) && !theirKeys.has(getItemKey(item))),
  ];
};

type KeyedParts = ReadonlyMap<number | string, unknown>;

/**
 * Three-way merge of keyed parts, such as prices by project, so that edits of different parts do not conflict.
 * Undefined when both sides changed the same part differently.
 */
export const mergeParts = (
  base: KeyedParts,
  theirs: KeyedParts,
  mine: KeyedParts,
): Map<number | string, unknown> | undefined => {
  const keys = [...new Set([...base.keys(), ...theirs.keys(), ...mine.keys()])];
  const isMine = (key: number | string): boolean => !isSame(mine.get(key), base.get(key));
  const isContested = (key: number | string): boolean =>
    isMine(key) && !isSame(theirs.get(key), base.get(key)) && !isSame(mine.get(key), theirs.get(key));
  if (keys.some(isContested)) return undefined;
  const merged = keys.map(key => [key, (isMine(key) ? mine : theirs).get(key)] as const);
  return new Map(merged.filter(([, part]) => part !== undefined));
};

export const setEdits: MultiValueTraits<unknown> = {
  offers: ['add', 'remove', 'move', 'replace'],
  add: (before, additions) => mergeSets([], before, additions),
  remove: (before, removals) => mergeSets(removals, before, []),
};

export const setTraits = { initial: () => [], isEqual: isEqualSet, join: mergeSets, multiValue: setEdits };
