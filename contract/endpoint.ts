import { z } from 'zod';
import { BulkIds, BulkResponse, BulkVersions, buildBulkPreviewSchema, SelectedIds, tableMediaTypes } from './bulk.ts';
import { type Collection, listFieldSlugs, listPage } from './collection.ts';
import { Id } from './field.ts';
import { lazyProperties } from './lazyProperties.ts';
import { MAX_PER_PAGE } from './limits.ts';
import { type Access, combineAccess, type PermissionSlug } from './permissions.ts';
import { matrixRoles } from './roles.ts';
import { Containers } from './usages.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface Endpoint<
  Path extends string = string,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Result extends z.ZodType = z.ZodType,
> {
  method: Method;
  path: Path;
  /** Who may call the endpoint. Without a rule, nobody may call it, so that a forgotten rule is noticed. */
  access?: Access | undefined;
  /** Every page makes this call, so even the roles confined to matrices may use it. */
  isEverywhere?: boolean | undefined;
  query: Query;
  body: Body;
  file?: string | undefined;
  isMany?: boolean | undefined;
  /** Maximum body size in bytes, when the default of 1 MiB is too small. */
  bodyBytes?: number | undefined;
  result: Result;
  /**
   * An additional name for the result in responses. The specification gives some results special names, while contract
   * 1 expects `result`.
   */
  answeredAs?: string | undefined;
  raw?: string | undefined;
  /** §8: failures return an array of messages, because the client has no texts of its own for this endpoint. */
  failsWithMessages?: boolean | undefined;
  /** Allowed even when the disk is full, because the call only reads or stops something. */
  allowedWhenDiskFull?: boolean | undefined;
  /** Answered even while the database is away, to whoever made the call shortly before. */
  survivesOutage?: boolean | undefined;
  /**
   * What authenticates a call without an access token. This is either the session cookie, because browsers cannot add a
   * header to `<img>` requests, or a feed key, because shops have no session.
   */
  auth?: 'apiKey' | 'cookie' | undefined;
}

export type PathParams<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Record<Name, string> & PathParams<Rest>
  : Path extends `${string}:${infer Name}`
    ? Record<Name, string>
    : object;

const noQuery = z.strictObject({});
const noBody = z.undefined();
const anyValue = z.unknown();

type LazySchema<S extends z.ZodType> = S | (() => S);

interface EndpointOptions<Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType> {
  access?: Access;
  isEverywhere?: boolean;
  query?: LazySchema<Q>;
  body?: LazySchema<B>;
  result?: LazySchema<R>;
  answeredAs?: string;
  file?: string;
  isMany?: boolean;
  bodyBytes?: number;
  raw?: string;
  failsWithMessages?: boolean;
  allowedWhenDiskFull?: boolean;
  survivesOutage?: boolean;
  auth?: 'apiKey' | 'cookie';
}

export const endpoint = <
  Path extends string,
  Q extends z.ZodType = typeof noQuery,
  B extends z.ZodType = typeof noBody,
  R extends z.ZodType = typeof anyValue,
>(
  route: `${Method} ${Path}`,
  { query, body, result, ...rules }: EndpointOptions<Q, B, R>,
): Endpoint<Path, Q, B, R> => {
  const [method, path] = route.split(' ') as [Method, Path];
  const schemas = lazyProperties({
    query: () => resolveSchema<z.ZodType>(query ?? noQuery),
    body: () => resolveSchema<z.ZodType>(body ?? noBody),
    result: () => resolveSchema<z.ZodType>(result ?? anyValue),
  });
  return Object.assign(schemas, { method, path, ...rules }) as Endpoint<Path, Q, B, R>;
};

const resolveSchema = <S extends z.ZodType>(schema: LazySchema<S>): S =>
  typeof schema === 'function' ? schema() : schema;

/**
 * Whether a role may call an endpoint at all, whatever its permissions are. Matrix roles may only make the calls that
 * every page makes, and calls that a matrix permission allows (contract 5).
 */
export const isOpenToRole = (role: string, { access, isEverywhere }: Pick<Endpoint, 'access' | 'isEverywhere'>) => {
  if (!matrixRoles.has(role) || access === 'public' || isEverywhere) return true;
  return Array.isArray(access) && access.some(slug => slug.startsWith('matrix.'));
};

const withSlugs = (access: Access, slugs: readonly PermissionSlug[]): Access =>
  typeof access === 'string' ? access : [...access, ...slugs];

/** Reads a property without widening the generic type. Plain property access would widen it. */
const getProperty = <C, N extends keyof C>(object: C, name: N): C[N] => object[name];

export const duplicateQuery = z.strictObject({
  field: z.string().max(64),
  value: z.string().max(320),
  except: z.coerce.number().pipe(Id).optional(),
});
export const Duplicate = z.object({ id: Id, name: z.string() }).nullable();

/** The list calls: page, ids and export. They precede `read` because `/:id` also matches their paths. */
const listEndpoints = <C extends Collection>(collection: C) => {
  const { access } = collection;
  const list = getProperty(collection, 'path');
  return {
    list: endpoint(`GET ${list}`, {
      access: access.list,
      query: () => getProperty(collection, 'query'),
      result: () => listPage(getProperty(collection, 'record')),
    }),
    /** Ids of all matches in list order, so that a selection can span pages without loading the records. */
    ids: endpoint(`GET ${list}/ids`, {
      access: access.list,
      query: () => getProperty(collection, 'idsQuery'),
      result: z.object({ ids: z.array(z.int()) }),
    }),
    exportList: endpoint(`GET ${list}/export`, {
      access: access.list,
      query: () => getProperty(collection, 'exportQuery'),
      raw: tableMediaTypes.xlsx,
    }),
    /** Selected records as a table file. Uses POST, because the ids may not fit in a URL. */
    exportSelected: endpoint(`POST ${list}/export`, {
      access: access.list,
      query: () => getProperty(collection, 'exportQuery'),
      body: z.strictObject({ ids: SelectedIds }),
      raw: tableMediaTypes.xlsx,
    }),
  };
};

export const collectionEndpoints = <C extends Collection>(collection: C) => {
  const { access, fields } = collection;
  const list = getProperty(collection, 'path');
  const record = () => getProperty(collection, 'record');
  const item = `${list}/:id` as const;
  const writers = withSlugs(access.update, listFieldSlugs({ fields }));
  return {
    ...listEndpoints(collection),
    /** Finds the record that already has a given unique value, so that a form can report it before it is submitted. */
    duplicate: endpoint(`GET ${list}/duplicate`, {
      access: combineAccess([access.create, access.update]),
      query: duplicateQuery,
      result: Duplicate,
    }),
    read: endpoint(`GET ${item}`, { access: access.read, result: record }),
    create: endpoint(`POST ${list}`, {
      access: access.create,
      body: () => getProperty(collection, 'create'),
      result: record,
    }),
    update: endpoint(`PUT ${item}`, {
      access: writers,
      body: () => getProperty(collection, 'update'),
      result: record,
    }),
    remove: endpoint(`DELETE ${item}`, { access: access.remove, result: record }),
    /**
     * Lists where these records are used, for the question before they are deleted. Uses POST, because the ids may not
     * fit in a URL.
     */
    containers: endpoint(`POST ${list}/containers`, {
      allowedWhenDiskFull: true,
      access: access.remove,
      body: z.strictObject({ ids: SelectedIds }),
      result: Containers,
    }),
    preview: endpoint(`POST ${list}/preview`, {
      allowedWhenDiskFull: true,
      access: writers,
      body: () => z.strictObject({ ids: BulkIds, data: getProperty(collection, 'bulk') }),
      result: () => buildBulkPreviewSchema(record()),
    }),
    updateMany: endpoint(`PUT ${list}`, {
      access: writers,
      body: () =>
        z.strictObject({ ids: BulkIds, data: getProperty(collection, 'bulk'), versions: BulkVersions.optional() }),
      result: BulkResponse,
    }),
    removeMany: endpoint(`DELETE ${list}`, {
      access: access.remove,
      body: z.strictObject({ ids: BulkIds }),
      result: BulkResponse,
    }),
  };
};

/**
 * Like `collectionEndpoints`, but lists are bare arrays as in the specification, unless `page` or `per_page` is given
 * (contract 2).
 */
export const plainListEndpoints = <C extends Collection>(collection: C) => {
  const calls = collectionEndpoints(collection);
  return {
    ...calls,
    list: endpoint(`GET ${getProperty(collection, 'path')}`, {
      access: collection.access.list,
      query: () =>
        collection.query.extend({
          page: z.coerce.number().int().min(1).optional(),
          per_page: z.coerce.number().int().min(1).max(MAX_PER_PAGE).optional(),
        }),
      result: () => z.union([z.array(getProperty(collection, 'record')), listPage(getProperty(collection, 'record'))]),
    }),
  };
};
