import { z } from 'zod';
import { type Field, type Fields, getKindTraits, listFieldsOfKind } from './fields.ts';
import { moment } from './kinds.ts';
import { repeatable } from './query.ts';

const stampFields = { updated_at: moment({ required: true }) } satisfies Fields;

export const pickFilterFields = (fields: Fields): Fields => ({ ...fields, ...stampFields });

/** Parameter that selects records without a value (`true`) or with one (`false`). */
export const getEmptyParameterName = (name: string): string => `${name}_empty`;

export const getNoneParameterName = (name: string): string => `${name}_none`;

export const getRangeParameterNames = (name: string): [from: string, to: string] => [`${name}_from`, `${name}_to`];

export const listValueParameters = (name: string, field: Field): [parameter: string, schema: z.ZodType][] => {
  const { filter, querySchema, parameters } = getKindTraits(field);
  if (filter === null) return [];
  if (filter === 'range') return getRangeParameterNames(name).map(parameterName => [parameterName, querySchema(field)]);
  const extraEntries = Object.entries(parameters).map(([suffix, schema]) => [`${name}_${suffix}`, schema] as const);
  return [
    [name, filter === 'flag' ? querySchema(field) : repeatable(querySchema(field))],
    ...extraEntries.map(([key, schema]): [string, z.ZodType] => [key, schema]),
  ];
};

export const canBeEmpty = (field: Field): boolean => !field.required && !getKindTraits(field).isNeverEmpty;

export const buildFilterShape = (fields: Fields): Record<string, z.ZodType> =>
  Object.fromEntries(
    Object.entries(pickFilterFields(fields)).flatMap(([name, field]): [string, z.ZodType][] => [
      ...listValueParameters(name, field).map(([key, schema]): [string, z.ZodType] => [key, schema.optional()]),
      ...(canBeEmpty(field)
        ? [[getEmptyParameterName(name), z.stringbool().optional()] satisfies [string, z.ZodType]]
        : []),
    ]),
  );

export const buildFilters = (fields: Fields) => z.strictObject(buildFilterShape(fields));

/**
 * Filters offered in the interface. Filters by value come first, followed by fields that can be filtered only by
 * emptiness. A choice with a single option is left out, because it would not narrow anything down.
 */
export const listFilterNames = (fields: Fields): string[] => {
  const filterableFields = Object.entries(pickFilterFields(fields)).map(([name, field]) => ({
    name,
    field,
    ...getKindTraits(field),
  }));
  const valueFilters = filterableFields.filter(
    ({ field, filter, optionWords }) => filter && optionWords(field)?.length !== 1,
  );
  const emptinessFilters = filterableFields.filter(({ field, filter }) => !filter && canBeEmpty(field));
  return [...valueFilters, ...emptinessFilters].map(({ name }) => name);
};

export const findFieldByParameter = (fields: Fields, parameter: string): Field | null => {
  const filterable = pickFilterFields(fields);
  return (
    filterable[parameter] ??
    filterable[parameter.replace(/_(empty|none|from|to)$/, '')] ??
    findAttributesFieldByParameter(fields, parameter)
  );
};

const findAttributesFieldByParameter = (fields: Fields, parameter: string): Field | null => {
  const [, attributesField] =
    listFieldsOfKind(fields, 'attributes').find(([name]) => parameter.startsWith(`${name}.`)) ?? [];
  return attributesField ?? null;
};

/**
 * Lets a query schema accept `attributes.<code>…` unparsed, because attribute definitions are known only at run time.
 */
export const acceptAttributeFilters = <S extends z.ZodObject>(fields: Fields, query: S): S => {
  const attributesFieldNames = listFieldsOfKind(fields, 'attributes').map(([name]) => name);
  if (attributesFieldNames.length === 0) return query;
  const isKnown = (key: string): boolean =>
    Object.hasOwn(query.shape, key) || attributesFieldNames.some(fieldName => key.startsWith(`${fieldName}.`));
  return query.catchall(repeatable(z.string().max(255))).check(({ value, issues }) => {
    const keys = Object.keys(value).filter(key => !isKnown(key));
    if (keys.length > 0) issues.push({ code: 'unrecognized_keys', keys, input: value });
  }) as unknown as S;
};
