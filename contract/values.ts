type FieldValues = Readonly<Record<string, unknown>>;

/**
 * The value of a field, from a record or from a flat map of fields. Handles dotted names, since attributes
 * (`attributes.<code>`) and their localized texts are nested in a record but flat in a form.
 */
export const getValueAt = (values: FieldValues | undefined, name: string): unknown => {
  const dotIndex = name.indexOf('.');
  if (!values || dotIndex < 0 || Object.hasOwn(values, name)) return getOwnValue(values, name);
  const container = getOwnValue(values, name.slice(0, dotIndex));
  return isNestedValues(container) ? getValueAt(container, name.slice(dotIndex + 1)) : undefined;
};

/** Reads own properties only: users choose the codes, and every object inherits a `constructor`. */
export const getOwnValue = <T>(values: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  values && Object.hasOwn(values, name) ? values[name] : undefined;

/**
 * Nests a flat map of dotted names the way a record does. A dotted name overrides the same value in an already nested
 * object.
 */
export const nestValues = (values: FieldValues): Record<string, unknown> => {
  const record = Object.fromEntries(Object.entries(values).filter(([name]) => !name.includes('.')));
  const nestedByName: Record<string, Record<string, unknown>> = {};
  for (const [name, value] of Object.entries(values)) {
    const dotIndex = name.indexOf('.');
    if (dotIndex > 0) (nestedByName[name.slice(0, dotIndex)] ??= {})[name.slice(dotIndex + 1)] = value;
  }
  for (const [outerName, innerValues] of Object.entries(nestedByName)) {
    const before = record[outerName];
    record[outerName] = nestValues({ ...(isNestedValues(before) && before), ...innerValues });
  }
  return record;
};

const isNestedValues = (value: unknown): value is FieldValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Deep equality of JSON values. Order of keys does not matter, since jsonb does not keep it. */
export const isSame = (one: unknown, other: unknown): boolean => {
  if (Object.is(one, other)) return true;
  if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every(key => Object.hasOwn(other, key) && isSame(one[key], other[key]))
  );
};

const isObject = (value: unknown): value is FieldValues => typeof value === 'object' && value !== null;
