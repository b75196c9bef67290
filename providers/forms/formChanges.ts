import type { Collection } from '#contract/collection.ts';
import { type Field, getInitialValue, getKindTraits } from '#contract/fields.ts';
import { emptyInapplicable } from '#contract/rules.ts';
import { getValueAt, isSame } from '#contract/values.ts';

type FormValues = Readonly<Record<string, unknown>>;

export const pickWritableFields = (
  { fields }: Pick<Collection, 'fields'>,
  values: FormValues,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name, { readOnly }]) => !readOnly && getValueAt(values, name) !== undefined)
      .map(([name]) => [name, getValueAt(values, name)]),
  );

/**
 * The writable fields that differ from the opened record. A PUT is partial (contract 2), so unchanged fields would
 * overwrite other users' edits.
 */
export const pickChangedFields = (
  { fields }: Pick<Collection, 'fields'>,
  values: FormValues,
  initialValues: FormValues | undefined,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(pickWritableFields({ fields }, values)).flatMap(([name, value]) => {
      const field = fields[name];
      if (!field || isSame(value, getValueAt(initialValues, name))) return [];
      const change = getKindTraits(field).change(
        getFieldValue(initialValues ?? {}, name, field),
        getFieldValue(values, name, field),
      );
      return change === undefined ? [] : [[name, change]];
    }),
  );

/**
 * Empties what the form hides, as the server does with any write. Not where it is hidden because the field that decides
 * is not visible to the user.
 */
export const emptyHiddenFields = <V extends FormValues>(collection: Pick<Collection, 'fields'>, values: V): V => ({
  ...values,
  ...emptyInapplicable(collection, values),
});

/**
 * A missing attribute counts as the initial value, because records that are older than the attribute do not contain it.
 */
export const getFieldValue = (record: FormValues, name: string, field: Field): unknown => {
  const value = getValueAt(record, name);
  return field.label ? (value ?? getInitialValue(field)) : value;
};
