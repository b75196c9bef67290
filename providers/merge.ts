import type { Collection } from '#contract/collection.ts';
import type { Field, Kind, Price } from '#contract/fields.ts';
import { valueAt } from '#contract/values.ts';
import { isSame, isSameIn, keyIn, valueOf } from './changes.ts';

type Values = Readonly<Record<string, unknown>>;

/** What becomes of a form whose record somebody else changed. */
export interface Merge {
  /** What lies over theirs: every change of mine, sets joined; where both changed a field it is mine. */
  edits: Record<string, unknown>;
  /** Fields with a change of theirs that nothing of mine contradicts. */
  theirs: string[];
  /** Fields that both changed, each to something else: a person has to choose. */
  conflicts: string[];
}

/**
 * Three-way merge of what a form may write: `base` is the record as the form opened it, `theirs` as it
 * is now, `mine` what stands in the form. A field that one of them lacks (not shown to this person) is
 * nobody's change.
 */
export const threeWay = ({ fields }: Pick<Collection, 'fields'>, base: Values, theirs: Values, mine: Values): Merge => {
  const merge: Merge = { edits: {}, theirs: [], conflicts: [] };
  for (const [name, field] of Object.entries(fields)) {
    if (!field.readOnly && valueAt(mine, name) !== undefined) decide(merge, name, field, { base, theirs, mine });
  }
  return merge;
};

const decide = (merge: Merge, name: string, field: Field, of: Record<'base' | 'theirs' | 'mine', Values>): void => {
  const [base, mine] = [valueOf(of.base, name, field), valueOf(of.mine, name, field)];
  const told = valueOf(of.theirs, name, field);
  const theirs = told === undefined ? base : told;
  const isTheirs = !isSameValue(field, theirs, base);
  if (isSameValue(field, mine, base)) {
    if (isTheirs) merge.theirs.push(name);
    return;
  }
  if (isSameValue(field, mine, theirs)) return;
  const joined = joinedBy[field.kind]?.(base, theirs, mine);
  const result = joined ?? mine;
  if (!isSameValue(field, result, theirs)) merge.edits[name] = result;
  if (isTheirs) (joined ? merge.theirs : merge.conflicts).push(name);
};

type Join = (base: unknown, theirs: unknown, mine: unknown) => unknown;

/** Theirs with what I added and without what I removed: neither contradicts what another person does. */
const joinedSets: Join = (...sides) => {
  const [base = [], theirs = [], mine = []] = sides.map(itemsIn);
  const [was, are, is] = [keysOf(base), keysOf(theirs), keysOf(mine)];
  return [
    ...theirs.filter(item => is.has(keyIn(item)) || !was.has(keyIn(item))),
    ...mine.filter(item => !was.has(keyIn(item)) && !are.has(keyIn(item))),
  ];
};

const keysOf = (items: readonly unknown[]): ReadonlySet<unknown> => new Set(items.map(keyIn));

type Parts = ReadonlyMap<number | string, unknown>;

/** Theirs with the parts that I changed; null where both changed the same one. */
const joinedParts = (base: Parts, theirs: Parts, mine: Parts): Map<number | string, unknown> | null => {
  const keys = [...new Set([...base.keys(), ...theirs.keys(), ...mine.keys()])];
  const isMine = (key: number | string): boolean => !isSame(mine.get(key), base.get(key));
  const isContested = (key: number | string): boolean =>
    isMine(key) && !isSame(theirs.get(key), base.get(key)) && !isSame(mine.get(key), theirs.get(key));
  if (keys.some(isContested)) return null;
  const joined = keys.map(key => [key, (isMine(key) ? mine : theirs).get(key)] as const);
  return new Map(joined.filter(([, part]) => part !== undefined));
};

/** Kinds whose values have parts: changes of different parts are joined; null where both changed the same one. */
const joinedBy: Partial<Record<Kind, Join>> = {
  many: joinedSets,
  references: joinedSets,
  categories: joinedSets,
  permissions: joinedSets,
  prices: (base, theirs, mine) => {
    const joined = joinedParts(pricesIn(base), pricesIn(theirs), pricesIn(mine));
    return joined && [...joined.values()].toSorted((one, other) => projectOf(one) - projectOf(other));
  },
  localized: (base, theirs, mine) => {
    const joined = joinedParts(textsIn(base), textsIn(theirs), textsIn(mine));
    return joined && Object.fromEntries(joined);
  },
};

const pricesIn = (value: unknown): Parts =>
  new Map(itemsIn(value).map(price => [(price as Price).project_id, price] as const));
const projectOf = (price: unknown): number => (price as Price).project_id;
const textsIn = (value: unknown): Parts => new Map(Object.entries((value as Values | null) ?? {}));

const itemsIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Whether two values of a field are one to the server, which trims texts. */
export const isSameValue = (field: Field, one: unknown, other: unknown): boolean =>
  isSameIn(field, storedAs(field, one), storedAs(field, other));

const storedAs = ({ schema }: Field, value: unknown): unknown => {
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : value;
};
