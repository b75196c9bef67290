import { z } from 'zod';
import { exportFormats, MAX_LISTED_IDS } from './bulk.ts';
import { Editor } from './editor.ts';
import { buildBulkSchema } from './edits.ts';
import { Id } from './field.ts';
import type { Field, Fields } from './fields.ts';
import { acceptAttributeFilters, buildFilterShape } from './filters.ts';
import { lazyProperties } from './lazyProperties.ts';
import { MAX_PER_PAGE } from './limits.ts';
import type { Access, PermissionSlug } from './permissions.ts';
import { queryId, repeatable } from './query.ts';
import type { Rule } from './rules.ts';
import { toReadSchema } from './toReadSchema.ts';

const stampFields = {
  id: Id,
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  version: z.int().positive(),
  /**
   * Extension: the user who last changed the record, and the person who acted as them. Null if no user has changed the
   * record; absent on servers that do not track this.
   */
  updated_by: Editor.nullish(),
};
export type StampField = keyof typeof stampFields;

export type Verb = 'list' | 'read' | 'create' | 'update' | 'remove';

/**
 * Guarded fields are optional in a record, because the server omits them for users without the slug. Secrets are never
 * sent.
 */
type SchemaShape<F extends Fields> = {
  [K in keyof F]: F[K] extends { slug: string } | { isSecret: true } ? z.ZodOptional<F[K]['schema']> : F[K]['schema'];
};
export type FieldValues<F extends Fields> = { [K in keyof F]: z.output<F[K]['schema']> };

export interface CollectionOptions<F extends Fields> {
  access: Record<Verb, Access>;
  fields: F;
  /**
   * Fields in which `search=` looks for substrings. A generated column covers exactly these fields, so changing the
   * list needs a migration.
   */
  search: readonly (keyof F & string)[];
  /** Sortable fields, the default first. Each has a database index, since lists may have millions of rows. */
  sort: readonly [SortableField<F>, ...SortableField<F>[]];
  rules?: readonly Rule[];
}
type SortableField<F extends Fields> = (keyof F & string) | 'updated_at' | 'created_at';

/**
 * Declares a collection. `path` is relative to the API base; the schemas of the record, of POST and PUT bodies and of
 * the list query are derived from the fields, so that client and server cannot disagree (contract 2).
 */
export const collection = <const Path extends string, F extends Fields>(path: Path, options: CollectionOptions<F>) => {
  const { fields } = options;
  const schemas = lazyProperties({
    record: () => z.object({ ...stampFields, ...buildShape(fields) }),
    create: () => buildWritableShape(fields, field => field.required) as z.ZodType<Partial<FieldValues<F>>>,
    update: () =>
      buildWritableShape(fields, () => false).extend({ version: z.int().positive().optional() }) as z.ZodType<
        Partial<FieldValues<F>> & { version?: number | undefined }
      >,
    bulk: () => buildWritableShape(fields, () => false, buildBulkSchema),
    query: () =>
      acceptAttributeFilters(
        fields,
        buildFilterQuery(fields, options.sort).extend({
          page: z.coerce.number().int().min(1).default(1),
          per_page: z.coerce.number().int().min(1).max(MAX_PER_PAGE).default(25),
        }),
      ),
    idsQuery: () =>
      acceptAttributeFilters(
        fields,
        buildFilterQuery(fields, options.sort).extend({
          from: z.coerce.number().int().min(0).default(0),
          limit: z.coerce.number().int().min(1).max(MAX_LISTED_IDS).default(MAX_LISTED_IDS),
        }),
      ),
    exportQuery: () =>
      acceptAttributeFilters(
        fields,
        buildFilterQuery(fields, options.sort).extend({
          format: z.enum(exportFormats),
          /** The export profile, which also determines the file type. */
          profile: queryId.optional(),
        }),
      ),
  });
  return Object.assign(schemas, { path, ...options });
};

const buildShape = <F extends Fields>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { schema, slug, isSecret }]) => [
      name,
      slug || isSecret ? toReadSchema(schema).optional() : toReadSchema(schema),
    ]),
  ) as SchemaShape<F>;

const buildWritableShape = (
  fields: Fields,
  isRequired: (field: Field) => boolean,
  getSchema: (field: Field) => z.ZodType = field => field.schema,
) =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(fields)
        .filter(([, field]) => !field.readOnly)
        .map(([name, field]) => [name, isRequired(field) ? getSchema(field) : getSchema(field).optional()]),
    ),
  );

const buildFilterQuery = (fields: Fields, sort: readonly [string, ...string[]]) =>
  z.strictObject({
    sort: z.enum(['id', ...sort]).default(sort[0]),
    order: z.enum(['asc', 'desc']).default('asc'),
    search: z.string().trim().max(255).optional(),
    ids: repeatable(queryId).optional(),
    ...buildFilterShape(fields),
  });

export type FilterQuery = {
  sort: string;
  order: 'asc' | 'desc';
  search?: string | undefined;
  ids?: number[] | undefined;
} & { [filter: string]: unknown };
export type ListQuery = FilterQuery & { page: number; per_page: number };

export const listFieldSlugs = ({ fields }: { fields: Fields }): PermissionSlug[] => [
  ...new Set(Object.values(fields).flatMap(({ slug }) => slug ?? [])),
];

/** A field's own slug replaces the collection's rule, because the slug is stricter. */
export const getWriteAccess = ({ fields, access }: Pick<Collection, 'fields' | 'access'>, name: string): Access => {
  const slug = fields[name]?.slug;
  return slug ? [slug] : access.update;
};

export const buildPageSchema = <S extends z.ZodType>(item: S) =>
  z.object({ items: z.array(item), total: z.int().min(0), page: z.int().min(1), per_page: z.int().min(1) });

/** `corrected_search` is the search text with typos corrected; present only if the original text found nothing. */
export const listPage = <S extends z.ZodType>(item: S) =>
  buildPageSchema(item).extend({ corrected_search: z.string().optional() });

export type Collection = ReturnType<typeof collection>;

/**
 * The same collection with other fields. The record schema stays the same, since only forms and tables show attributes
 * as separate fields.
 */
export const replaceFields = (baseCollection: Collection, fields: Fields): Collection => {
  const { path, access, search, sort, rules = [] } = baseCollection;
  const replaced = collection(path, { access, search, sort, rules, fields });
  return Object.defineProperty(replaced, 'record', { get: () => baseCollection.record }) as Collection;
};
