import { z } from 'zod';
import { type Field, type Fields, fieldsOfKind, kindOf } from './fields.ts';
import { moment } from './kinds.ts';
import { anyOf } from './query.ts';

/** What the list of a collection can be asked by: the query parameters that follow from its fields. */

const stampFields = { updated_at: moment({ required: true }) } satisfies Fields;

/** Everything that a list can be filtered by: its own fields, and when a record changed. */
export const filterFields = (fields: Fields): Fields => ({ ...fields, ...stampFields });

/** The query parameter that asks for records without a value (`true`) or with one (`false`). */
export const emptyName = (name: string): string => `${name}_empty`;

/** The query parameter that asks for records without a category on any of some platforms. */
export const noneName = (name: string): string => `${name}_none`;

/** The two query parameters of a range filter, both bounds included. */
export const rangeNames = (name: string): [from: string, to: string] => [`${name}_from`, `${name}_to`];

/** The query parameters that a field is filtered by, with what each may say. */
export const valueParameters = (name: string, field: Field): [parameter: string, schema: z.ZodType][] => {
  const { filter, asked, parameters } = kindOf(field);
  if (filter === null) return [];
  if (filter === 'range') return rangeNames(name).map(bound => [bound, asked(field)]);
  const more = Object.entries(parameters).map(([suffix, schema]) => [`${name}_${suffix}`, schema] as const);
  return [
    [name, filter === 'flag' ? asked(field) : anyOf(asked(field))],
    ...more.map(([key, of]): [string, z.ZodType] => [key, of]),
  ];
};

/** Whether a field may hold nothing, and lists can be asked for the records where it does. */
export const canBeEmpty = (field: Field): boolean => !field.required && !kindOf(field).isNeverEmpty;

/** The filters that follow from these fields, as the shape of a query. */
export const filterShape = (fields: Fields): Record<string, z.ZodType> =>
  Object.fromEntries(
    Object.entries(filterFields(fields)).flatMap(([name, field]): [string, z.ZodType][] => [
      ...valueParameters(name, field).map(([key, schema]): [string, z.ZodType] => [key, schema.optional()]),
      ...(canBeEmpty(field) ? [[emptyName(name), z.stringbool().optional()] satisfies [string, z.ZodType]] : []),
    ]),
  );

/** The filters of these fields alone. */
export const filtersOf = (fields: Fields) => z.strictObject(filterShape(fields));

/**
 * The filters that a list offers: those by values, then those by being empty alone. A choice of one word divides
 * nothing.
 */
export const offeredFilters = (fields: Fields): string[] => {
  const offered = Object.entries(filterFields(fields)).map(([name, field]) => ({ name, field, ...kindOf(field) }));
  const byValue = offered.filter(({ field, filter, words }) => filter && words(field)?.length !== 1);
  const byEmptiness = offered.filter(({ field, filter }) => !filter && canBeEmpty(field));
  return [...byValue, ...byEmptiness].map(({ name }) => name);
};

/** The field that a list's query parameter asks about, or null for one of the list's own (`page`, `search` …). */
export const fieldAsked = (fields: Fields, parameter: string): Field | null => {
  const asked = filterFields(fields);
  return asked[parameter] ?? asked[parameter.replace(/_(empty|none|from|to)$/, '')] ?? holderAsked(fields, parameter);
};

/** The field that holds the attribute which a parameter asks about. */
const holderAsked = (fields: Fields, parameter: string): Field | null => {
  const [, holder] = fieldsOfKind(fields, 'attributes').find(([name]) => parameter.startsWith(`${name}.`)) ?? [];
  return holder ?? null;
};

/** Lets a query carry filters by attributes, `attributes.<code>…`, which are parsed once it is known what they are. */
export const openToAttributes = <S extends z.ZodObject>(fields: Fields, query: S): S => {
  const holders = fieldsOfKind(fields, 'attributes').map(([name]) => name);
  if (holders.length === 0) return query;
  const isKnown = (key: string): boolean =>
    Object.hasOwn(query.shape, key) || holders.some(holder => key.startsWith(`${holder}.`));
  return query.catchall(anyOf(z.string().max(255))).check(({ value, issues }) => {
    const keys = Object.keys(value).filter(key => !isKnown(key));
    if (keys.length > 0) issues.push({ code: 'unrecognized_keys', keys, input: value });
  }) as unknown as S;
};
