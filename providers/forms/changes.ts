import type { Collection } from '#contract/collection.ts';
import { type Field, initialValue, kindOf } from '#contract/fields.ts';
import { isSame, valueAt } from '#contract/values.ts';

type Values = Readonly<Record<string, unknown>>;

/** The values of a form that a client may write, by field: declared, not read-only, and set. */
export const writableFields = ({ fields }: Pick<Collection, 'fields'>, values: Values): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name, { readOnly }]) => !readOnly && valueAt(values, name) !== undefined)
      .map(([name]) => [name, valueAt(values, name)]),
  );

/** The writable values that differ from the record as it was opened: a PUT is partial and carries only these (contract 2). */
export const changedFields = (
  { fields }: Pick<Collection, 'fields'>,
  values: Values,
  opened: Values | undefined,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(writableFields({ fields }, values)).flatMap(([name, value]) => {
      const field = fields[name];
      if (!field || isSame(value, valueAt(opened, name))) return [];
      const change = kindOf(field).change(valueOf(opened ?? {}, name, field), valueOf(values, name, field));
      return change === undefined ? [] : [[name, change]];
    }),
  );

/** The value of a field in a record; an attribute that the record does not have is as in a new one. */
export const valueOf = (record: Values, name: string, field: Field): unknown => {
  const value = valueAt(record, name);
  return field.label ? (value ?? initialValue(field)) : value;
};
