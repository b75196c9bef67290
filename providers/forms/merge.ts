import type { Collection } from '#contract/collection.ts';
import { type Field, kindOf } from '#contract/fields.ts';
import { valueAt } from '#contract/values.ts';
import { valueOf } from './changes.ts';

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
  const joined = kindOf(field).join(base, theirs, mine);
  const result = joined ?? mine;
  if (!isSameValue(field, result, theirs)) merge.edits[name] = result;
  if (isTheirs) (joined ? merge.theirs : merge.conflicts).push(name);
};

/** Whether two values of a field are one to the server, which trims texts. */
export const isSameValue = (field: Field, one: unknown, other: unknown): boolean =>
  kindOf(field).isEqual(storedAs(field, one), storedAs(field, other));

const storedAs = ({ schema }: Field, value: unknown): unknown => {
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : value;
};
