import type { Collection } from '#contract/collection.ts';
import { type Field, getKindTraits } from '#contract/fields.ts';
import { getValueAt } from '#contract/values.ts';
import { getFieldValue } from './formChanges.ts';

type FormValues = Readonly<Record<string, unknown>>;

export interface MergeOutcome {
  /** The values to apply on top of theirs: all my changes, with sets merged. A conflicting field has my value. */
  edits: Record<string, unknown>;
  theirs: string[];
  conflicts: string[];
}

/**
 * Three-way merge of the writable fields: `base` is the record as opened, `theirs` the current one, `mine` the form. A
 * field that is missing on one side counts as unchanged, because it is hidden from this user.
 */
export const threeWayMerge = (
  { fields }: Pick<Collection, 'fields'>,
  base: FormValues,
  theirs: FormValues,
  mine: FormValues,
): MergeOutcome => {
  const merge: MergeOutcome = { edits: {}, theirs: [], conflicts: [] };
  for (const [name, field] of Object.entries(fields)) {
    if (!field.readOnly && getValueAt(mine, name) !== undefined) mergeField(merge, name, field, { base, theirs, mine });
  }
  return merge;
};

const mergeField = (
  merge: MergeOutcome,
  name: string,
  field: Field,
  values: Record<'base' | 'theirs' | 'mine', FormValues>,
): void => {
  const [base, mine] = [getFieldValue(values.base, name, field), getFieldValue(values.mine, name, field)];
  const current = getFieldValue(values.theirs, name, field);
  const theirs = current === undefined ? base : current;
  const isTheirs = !isSameValue(field, theirs, base);
  if (isSameValue(field, mine, base)) {
    if (isTheirs) merge.theirs.push(name);
    return;
  }
  if (isSameValue(field, mine, theirs)) return;
  const merged = getKindTraits(field).join(base, theirs, mine);
  const result = merged ?? mine;
  if (!isSameValue(field, result, theirs)) merge.edits[name] = result;
  if (isTheirs) (merged ? merge.theirs : merge.conflicts).push(name);
};

/**
 * Compares values in the form in which the server stores them. The server trims texts, so a trailing space is not a
 * change.
 */
export const isSameValue = (field: Field, one: unknown, other: unknown): boolean =>
  getKindTraits(field).isEqual(normalizeValue(field, one), normalizeValue(field, other));

const normalizeValue = ({ schema }: Field, value: unknown): unknown => {
  const parseResult = schema.safeParse(value);
  return parseResult.success ? parseResult.data : value;
};
