import { z } from 'zod';
import { exportFormats, MAX_LISTED_IDS } from './bulk.ts';
import { type Field, type Fields, filterOf, Id, moment } from './fields.ts';
import { lazily } from './lazily.ts';
import { MAX_PER_PAGE } from './limits.ts';
import { type Access, type PermissionSlug, permissionSlugs } from './permissions.ts';

/** What the server adds to every record; times are ISO 8601 in UTC. */
const stamp = {
  id: Id,
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  version: z.int().positive(),
  /** Ours: who changed it last; null when nobody of the staff did, absent where a server does not tell. */
  updated_by: z.object({ id: Id, name: z.string() }).nullish(),
};
export type StampField = keyof typeof stamp;

/** What lists are filtered by besides their own fields. */
const stampFields = { updated_at: moment() } satisfies Fields;

/** Everything that a list can be filtered by. */
export const filterFields = (fields: Fields): Fields => ({ ...fields, ...stampFields });

/** Who may do what with the records of a collection. */
export type Verb = 'list' | 'read' | 'create' | 'update' | 'remove';

/** A guarded field is absent from what others than its holders are sent, a password from every record. */
type ShapeOf<F extends Fields> = {
  [K in keyof F]: F[K] extends { slug: string } | { kind: 'password' } ? z.ZodOptional<F[K]['schema']> : F[K]['schema'];
};
/** The values of the fields, without the stamp. */
export type ValuesOf<F extends Fields> = { [K in keyof F]: z.output<F[K]['schema']> };

interface Options<F extends Fields> {
  access: Record<Verb, Access>;
  fields: F;
  /** Fields that `search=` looks into, anywhere in the text. */
  search: readonly (keyof F & string)[];
  /** What a list can be ordered by, the default first: each has an index. */
  sort: readonly [Sortable<F>, ...Sortable<F>[]];
}
type Sortable<F extends Fields> = (keyof F & string) | 'updated_at' | 'created_at';

/**
 * A collection of records: its path below the API base and all that follows from its fields, the
 * record, what a POST and a PUT may carry, and the query of a list (contract 2).
 */
export const collection = <const Path extends string, F extends Fields>(path: Path, options: Options<F>) => {
  const { fields } = options;
  const schemas = lazily({
    record: () => z.object({ ...stamp, ...shapeOf(fields) }),
    create: () => writable(fields, field => field.required) as z.ZodType<Partial<ValuesOf<F>>>,
    update: () =>
      writable(fields, () => false).extend({ version: z.int().positive().optional() }) as z.ZodType<
        Partial<ValuesOf<F>> & { version?: number | undefined }
      >,
    query: () =>
      openTo(
        fields,
        filterQuery(fields, options.sort).extend({
          page: z.coerce.number().int().min(1).default(1),
          per_page: z.coerce.number().int().min(1).max(MAX_PER_PAGE).default(25),
        }),
      ),
    /** Of the ids alone: `from` counts from 0. */
    idsQuery: () =>
      openTo(
        fields,
        filterQuery(fields, options.sort).extend({
          from: z.coerce.number().int().min(0).default(0),
          limit: z.coerce.number().int().min(1).max(MAX_LISTED_IDS).default(MAX_LISTED_IDS),
        }),
      ),
    exportQuery: () => openTo(fields, filterQuery(fields, options.sort).extend({ format: z.enum(exportFormats) })),
  });
  return Object.assign(schemas, { path, ...options });
};

const shapeOf = <F extends Fields>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { schema, slug, kind }]) => [
      name,
      slug || kind === 'password' ? schema.optional() : schema,
    ]),
  ) as ShapeOf<F>;

const writable = (fields: Fields, isRequired: (field: Field) => boolean) =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(fields)
        .filter(([, field]) => !field.readOnly)
        .map(([name, field]) => [name, isRequired(field) ? field.schema : field.schema.optional()]),
    ),
  );

/** A query parameter that may be repeated. */
export const anyOf = <S extends z.ZodType>(item: S) =>
  z.union([item, z.array(item)]).transform(value => [value].flat() as z.output<S>[]);

/** A number in a query; an empty parameter is none, where a plain conversion would make it 0. */
const queryNumber = z
  .string()
  .regex(/^-?\d{1,15}(\.\d{1,6})?$/)
  .transform(Number);
/** An id in a query. */
const queryId = z
  .string()
  .regex(/^\d{1,10}$/)
  .transform(Number);

/** Which records, and in which order: what every query of a list says. */
const filterQuery = (fields: Fields, sort: readonly [string, ...string[]]) =>
  z.strictObject({
    sort: z.enum(['id', ...sort]).default(sort[0]),
    order: z.enum(['asc', 'desc']).default('asc'),
    search: z.string().trim().max(255).optional(),
    ids: anyOf(queryId).optional(),
    ...filterShape(fields),
  });

/** Which records and in which order, once parsed: the named parameters and one entry for each filter given. */
export type FilterQuery = {
  sort: string;
  order: 'asc' | 'desc';
  search?: string | undefined;
  ids?: number[] | undefined;
} & { [filter: string]: unknown };
/** A list's query once parsed. */
export type ListQuery = FilterQuery & { page: number; per_page: number };

/** Lets a query carry filters by attributes, `attributes.<code>…`, which are parsed once it is known what they are. */
const openTo = <S extends z.ZodObject>(fields: Fields, query: S): S => {
  const holders = Object.keys(fields).filter(name => fields[name]?.kind === 'attributes');
  if (holders.length === 0) return query;
  const isKnown = (key: string): boolean =>
    Object.hasOwn(query.shape, key) || holders.some(holder => key.startsWith(`${holder}.`));
  return query.catchall(anyOf(z.string().max(255))).check(({ value, issues }) => {
    const keys = Object.keys(value).filter(key => !isKnown(key));
    if (keys.length > 0) issues.push({ code: 'unrecognized_keys', keys, input: value });
  }) as unknown as S;
};

/** The filters of these fields alone. */
export const filtersOf = (fields: Fields) => z.strictObject(filterShape(fields));

const filterShape = (fields: Fields): Record<string, z.ZodType> =>
  Object.fromEntries(
    Object.entries(filterFields(fields)).flatMap(([name, field]): [string, z.ZodType][] => [
      ...valueFilters(name, field),
      ...(canBeEmpty(field) ? [[emptyName(name), z.stringbool().optional()] as [string, z.ZodType]] : []),
    ]),
  );

const valueFilters = (name: string, field: Field): [string, z.ZodType][] => {
  const how = filterOf[field.kind];
  if (how === 'range') {
    return rangeNames(name).map(key => [key, queryBound(field).optional()]);
  }
  if (how === 'flag') return [[name, z.stringbool().optional()]];
  if (how === 'any') {
    const ofPlatforms: [string, z.ZodType][] =
      field.kind === 'categories' ? [[noneName(name), anyOf(z.string().min(1).max(32)).optional()]] : [];
    return [[name, anyOf(queryItem(field)).optional()], ...ofPlatforms];
  }
  return [];
};

/** A bound of a range; that of a moment says its own zone. */
const queryBound = ({ kind }: Field): z.ZodType => {
  if (kind === 'moment') return z.iso.datetime({ offset: true });
  return kind === 'date' ? z.iso.date() : queryNumber;
};

/** One of the values that a field is filtered by. */
const queryItem = (field: Field): z.ZodType => {
  if (field.kind === 'status' || field.kind === 'choice') return z.enum(field.values);
  if (field.kind === 'permissions') return z.enum(permissionSlugs as [PermissionSlug, ...PermissionSlug[]]);
  return field.kind === 'byCode' ? z.string().min(1).max(64) : queryId;
};

/** Kinds that always hold something. */
const neverEmpty: ReadonlySet<string> = new Set([
  'flag',
  'status',
  'choice',
  'place',
  'attributes',
  'password',
] satisfies Field['kind'][]);

/** Whether a field may hold nothing, and lists can be asked for the records where it does. */
export const canBeEmpty = ({ kind, required }: Field): boolean => !required && !neverEmpty.has(kind);

/**
 * The filters that a list offers: those by values, then those by being empty alone. What has one word only parts
 * nothing.
 */
export const offeredFilters = (fields: Fields): string[] => {
  const offered = Object.entries(filterFields(fields));
  const byValue = offered.filter(
    ([, field]) => filterOf[field.kind] && !('values' in field && field.values.length < 2),
  );
  const byEmptiness = offered.filter(([, field]) => !filterOf[field.kind] && canBeEmpty(field));
  return [...byValue, ...byEmptiness].map(([name]) => name);
};

/** The query parameter that asks for records without a value (`true`) or with one (`false`). */
export const emptyName = (name: string): string => `${name}_empty`;

/** The query parameter that asks for records without a category on any of some platforms. */
export const noneName = (name: string): string => `${name}_none`;

/** The two query parameters of a range filter, both bounds included. */
export const rangeNames = (name: string): [from: string, to: string] => [`${name}_from`, `${name}_to`];

/** The slugs that a collection's fields ask for beyond its own rules. */
export const fieldSlugs = ({ fields }: { fields: Fields }): PermissionSlug[] => [
  ...new Set(Object.values(fields).flatMap(({ slug }) => slug ?? [])),
];

/** Who may write a field of a record that exists. */
export const writersOf = ({ fields, access }: Pick<Collection, 'fields' | 'access'>, name: string): Access => {
  const slug = fields[name]?.slug;
  return slug ? [slug] : access.update;
};

/** The field that a list's query parameter asks about, or null for one of the list's own (`page`, `search` …). */
export const fieldAsked = (fields: Fields, parameter: string): Field | null => {
  const asked = filterFields(fields);
  return asked[parameter] ?? asked[parameter.replace(/_(empty|none|from|to)$/, '')] ?? holderAsked(fields, parameter);
};

/** The field that holds the attribute which a parameter asks about. */
const holderAsked = (fields: Fields, parameter: string): Field | null => {
  const holder = fields[parameter.slice(0, Math.max(0, parameter.indexOf('.')))];
  return holder?.kind === 'attributes' ? holder : null;
};

/** A page of records as a list answers it. */
export const page = <S extends z.ZodType>(item: S) =>
  z.object({ items: z.array(item), total: z.int().min(0), page: z.int().min(1), per_page: z.int().min(1) });

/** What the generic code needs to know of any collection. */
export type Collection = ReturnType<typeof collection>;
