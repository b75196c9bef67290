import { z } from 'zod';
import { exportFormats, MAX_LISTED_IDS } from './bulk.ts';
import { Id } from './field.ts';
import type { Field, Fields } from './fields.ts';
import { filterShape, openToAttributes } from './filters.ts';
import { lazily } from './lazily.ts';
import { MAX_PER_PAGE } from './limits.ts';
import type { Access, PermissionSlug } from './permissions.ts';
import { anyOf, queryId } from './query.ts';
import type { Rule } from './rules.ts';

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

/** Who may do what with the records of a collection. */
export type Verb = 'list' | 'read' | 'create' | 'update' | 'remove';

/** A guarded field is absent from what others than its holders are sent, a password from every record. */
type ShapeOf<F extends Fields> = {
  [K in keyof F]: F[K] extends { slug: string } | { isSecret: true } ? z.ZodOptional<F[K]['schema']> : F[K]['schema'];
};
/** The values of the fields, without the stamp. */
export type ValuesOf<F extends Fields> = { [K in keyof F]: z.output<F[K]['schema']> };

export interface CollectionOptions<F extends Fields> {
  access: Record<Verb, Access>;
  fields: F;
  /** Fields that `search=` looks into, anywhere in the text. */
  search: readonly (keyof F & string)[];
  /** What a list can be ordered by, the default first: each has an index. */
  sort: readonly [Sortable<F>, ...Sortable<F>[]];
  /** Conditions across fields. */
  rules?: readonly Rule[];
}
type Sortable<F extends Fields> = (keyof F & string) | 'updated_at' | 'created_at';

/**
 * A collection of records: its path below the API base and all that follows from its fields, the
 * record, what a POST and a PUT may carry, and the query of a list (contract 2).
 */
export const collection = <const Path extends string, F extends Fields>(path: Path, options: CollectionOptions<F>) => {
  const { fields } = options;
  const schemas = lazily({
    record: () => z.object({ ...stamp, ...shapeOf(fields) }),
    create: () => writable(fields, field => field.required) as z.ZodType<Partial<ValuesOf<F>>>,
    update: () =>
      writable(fields, () => false).extend({ version: z.int().positive().optional() }) as z.ZodType<
        Partial<ValuesOf<F>> & { version?: number | undefined }
      >,
    query: () =>
      openToAttributes(
        fields,
        filterQuery(fields, options.sort).extend({
          page: z.coerce.number().int().min(1).default(1),
          per_page: z.coerce.number().int().min(1).max(MAX_PER_PAGE).default(25),
        }),
      ),
    /** Of the ids alone: `from` counts from 0. */
    idsQuery: () =>
      openToAttributes(
        fields,
        filterQuery(fields, options.sort).extend({
          from: z.coerce.number().int().min(0).default(0),
          limit: z.coerce.number().int().min(1).max(MAX_LISTED_IDS).default(MAX_LISTED_IDS),
        }),
      ),
    exportQuery: () =>
      openToAttributes(fields, filterQuery(fields, options.sort).extend({ format: z.enum(exportFormats) })),
  });
  return Object.assign(schemas, { path, ...options });
};

const shapeOf = <F extends Fields>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { schema, slug, isSecret }]) => [
      name,
      slug || isSecret ? schema.optional() : schema,
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

/** The slugs that a collection's fields ask for beyond its own rules. */
export const fieldSlugs = ({ fields }: { fields: Fields }): PermissionSlug[] => [
  ...new Set(Object.values(fields).flatMap(({ slug }) => slug ?? [])),
];

/** Who may write a field of a record that exists. */
export const writersOf = ({ fields, access }: Pick<Collection, 'fields' | 'access'>, name: string): Access => {
  const slug = fields[name]?.slug;
  return slug ? [slug] : access.update;
};

/** A page of records as a list answers it. */
export const page = <S extends z.ZodType>(item: S) =>
  z.object({ items: z.array(item), total: z.int().min(0), page: z.int().min(1), per_page: z.int().min(1) });

/** What the generic code needs to know of any collection. */
export type Collection = ReturnType<typeof collection>;
