import { z } from 'zod';
import { BulkIds, BulkVerdict, BulkVersions, bulkPreview, SelectedIds, tableTypes } from './bulk.ts';
import { type Collection, fieldSlugs, page } from './collection.ts';
import { lazily } from './lazily.ts';
import { MAX_PER_PAGE } from './limits.ts';
import type { Access, PermissionSlug } from './permissions.ts';
import { matrixRoles } from './roles.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** One call of the API. */
export interface Endpoint<
  Path extends string = string,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Result extends z.ZodType = z.ZodType,
> {
  method: Method;
  /** Below the API base; parameters as `:name`. */
  path: Path;
  /** Who may call it; without a rule nobody may. */
  access?: Access | undefined;
  /** Called from every page, and so by the roles too that see nothing but the matrices. */
  isEverywhere?: boolean | undefined;
  query: Query;
  /** JSON body; `z.undefined()` when there is none. */
  body: Body;
  /** The multipart field that carries the file, when the body is an upload. */
  file?: string | undefined;
  /** The upload may carry several files in its field; else it carries exactly one. */
  isMany?: boolean | undefined;
  /** The largest body in bytes, where 1 MiB would not do. */
  bodyBytes?: number | undefined;
  /** What the envelope's `result` carries. */
  result: Result;
  /** The name under which the specification wants the result, besides `result`. */
  answeredAs?: string | undefined;
  /** The media type of an answer that is not an envelope. */
  raw?: string | undefined;
  /** It only looks, or stops something: it goes on where there is no room left to write. */
  isSlight?: boolean | undefined;
  /** What a page loads by itself carries no token: without one the cookie of the session says who calls. */
  isByCookie?: boolean | undefined;
  /** A shop calls it without a session: the key of a project's feed says who calls. */
  isByKey?: boolean | undefined;
}

/** Names of the parameters in a path. */
export type PathParams<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Record<Name, string> & PathParams<Rest>
  : Path extends `${string}:${infer Name}`
    ? Record<Name, string>
    : object;

const noQuery = z.strictObject({});
const noBody = z.undefined();
const unspecified = z.unknown();

/** A schema, or what makes it when it is first asked for. */
type Lazy<S extends z.ZodType> = S | (() => S);

interface Details<Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType> {
  access?: Access;
  isEverywhere?: boolean;
  query?: Lazy<Q>;
  body?: Lazy<B>;
  result?: Lazy<R>;
  answeredAs?: string;
  file?: string;
  isMany?: boolean;
  bodyBytes?: number;
  raw?: string;
  isSlight?: boolean;
  isByCookie?: boolean;
  isByKey?: boolean;
}

/** Declares a call, `'GET /products/:id'`. */
export const endpoint = <
  Path extends string,
  Q extends z.ZodType = typeof noQuery,
  B extends z.ZodType = typeof noBody,
  R extends z.ZodType = typeof unspecified,
>(
  route: `${Method} ${Path}`,
  { query = noQuery as never, body = noBody as never, result = unspecified as never, ...rules }: Details<Q, B, R>,
): Endpoint<Path, Q, B, R> => {
  const [method, path] = route.split(' ') as [Method, Path];
  const schemas = lazily({ query: () => made(query), body: () => made(body), result: () => made(result) });
  return Object.assign(schemas, { method, path, ...rules }) as Endpoint<Path, Q, B, R>;
};

const made = <S extends z.ZodType>(schema: Lazy<S>): S => (typeof schema === 'function' ? schema() : schema);

/**
 * Whether a role may call an endpoint at all, whatever slugs it was given: `admin_matrix` and `manager_matrix` call
 * what every page calls, and what a slug of the matrices opens (contract 5).
 */
export const isWithinReach = (role: string, { access, isEverywhere }: Pick<Endpoint, 'access' | 'isEverywhere'>) => {
  if (!matrixRoles.has(role) || access === 'public' || isEverywhere) return true;
  return Array.isArray(access) && access.some(slug => slug.startsWith('matrix.'));
};

/** Whoever passes a rule, and the holders of these slugs. */
const withSlugs = (access: Access, slugs: readonly PermissionSlug[]): Access =>
  typeof access === 'string' ? access : [...access, ...slugs];

/** A part of a collection whose type is known only to whoever calls. */
const its = <C, N extends keyof C>(of: C, name: N): C[N] => of[name];

/** What may be asked of a list: its pages, its ids, its records as a file. All stand before `read`, whose address fits some. */
const listEndpoints = <C extends Collection>(collection: C) => {
  const { access } = collection;
  const list = its(collection, 'path');
  return {
    list: endpoint(`GET ${list}`, {
      access: access.list,
      query: () => its(collection, 'query'),
      result: () => page(its(collection, 'record')),
    }),
    /** The ids of all that match, in the list's order. */
    ids: endpoint(`GET ${list}/ids`, {
      access: access.list,
      query: () => its(collection, 'idsQuery'),
      result: z.object({ ids: z.array(z.int()) }),
    }),
    /** All that match as a table file. */
    exportList: endpoint(`GET ${list}/export`, {
      access: access.list,
      query: () => its(collection, 'exportQuery'),
      raw: tableTypes.xlsx,
    }),
    /** The same of the records named, however many. */
    exportSelected: endpoint(`POST ${list}/export`, {
      access: access.list,
      query: () => its(collection, 'exportQuery'),
      body: z.strictObject({ ids: SelectedIds }),
      raw: tableTypes.xlsx,
    }),
  };
};

/** The calls that every collection has (contract 2). */
export const collectionEndpoints = <C extends Collection>(collection: C) => {
  const { access, fields } = collection;
  const list = its(collection, 'path');
  const record = () => its(collection, 'record');
  const item = `${list}/:id` as const;
  const writers = withSlugs(access.update, fieldSlugs({ fields }));
  return {
    ...listEndpoints(collection),
    read: endpoint(`GET ${item}`, { access: access.read, result: record }),
    create: endpoint(`POST ${list}`, {
      access: access.create,
      body: () => its(collection, 'create'),
      result: record,
    }),
    update: endpoint(`PUT ${item}`, {
      access: writers,
      body: () => its(collection, 'update'),
      result: record,
    }),
    remove: endpoint(`DELETE ${item}`, { access: access.remove, result: record }),
    /** What `updateMany` with the same body would do. */
    preview: endpoint(`POST ${list}/preview`, {
      isSlight: true,
      access: writers,
      body: () => z.strictObject({ ids: BulkIds, data: its(collection, 'update') }),
      result: () => bulkPreview(record()),
    }),
    updateMany: endpoint(`PUT ${list}`, {
      access: writers,
      body: () => z.strictObject({ ids: BulkIds, data: its(collection, 'update'), versions: BulkVersions.optional() }),
      result: BulkVerdict,
    }),
    removeMany: endpoint(`DELETE ${list}`, {
      access: access.remove,
      body: z.strictObject({ ids: BulkIds }),
      result: BulkVerdict,
    }),
  };
};

/**
 * The same where the list is the plain array that the specification shows, and a page where `page` or `per_page` is
 * asked for (contract 2).
 */
export const plainListEndpoints = <C extends Collection>(collection: C) => {
  const calls = collectionEndpoints(collection);
  return {
    ...calls,
    list: endpoint(`GET ${its(collection, 'path')}`, {
      access: collection.access.list,
      query: () =>
        collection.query.extend({
          page: z.coerce.number().int().min(1).optional(),
          per_page: z.coerce.number().int().min(1).max(MAX_PER_PAGE).optional(),
        }),
      result: () => z.union([z.array(its(collection, 'record')), page(its(collection, 'record'))]),
    }),
  };
};
