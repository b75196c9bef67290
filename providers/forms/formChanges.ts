import type { Collection } from '#contract/collection.ts';
import { type Field, getKindTraits, initialValue } from '#contract/fields.ts';
import { isSame, valueAt } from '#contract/values.ts';

type Values = Readonly<Record<string, unknown>>;

export const pickWritableFields = ({ fields }: Pick<Collection, 'fields'>, values: Values): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name, { readOnly }]) => !readOnly && valueAt(values, name) !== undefined)
      .map(([name]) => [name, valueAt(values, name)]),
  );

/**
 * The writable fields that differ from the opened record. A PUT is partial (contract 2), so unchanged fields would
 * overwrite other users' edits.
 */
export const pickChangedFields = (
  { fields }: Pick<Collection, 'fields'>,
  values: Values,
  opened: Values | undefined,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(pickWritableFields({ fields }, values)).flatMap(([name, value]) => {
      const field = fields[name];
      if (!field || isSame(value, valueAt(opened, name))) return [];
      const change = getKindTraits(field).change(
        getFieldValue(opened ?? {}, name, field),
        getFieldValue(values, name, field),
      );
      return change === undefined ? [] : [[name, change]];
    }),
  );

/** A missing attribute equals that of a new record, because records created before the attribute do not contain it. */
export const getFieldValue = (record: Values, name: string, field: Field): unknown => {
  const value = valueAt(record, name);
  return field.label ? (value ?? initialValue(field)) : value;
};
