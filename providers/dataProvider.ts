import type { DataProvider } from 'ra-core';
import simpleRestProvider from 'ra-data-simple-rest';
import type { Endpoint } from '#contract/endpoint.ts';
import { ACCEPT_LOSS } from '#contract/loss.ts';
import { collectionOf } from '#contract/records.ts';
import { nested } from '#contract/values.ts';
import { changedFields, writableFields } from './changes.ts';
import { callsOf } from './collectionCalls.ts';
import type { Api } from './http.ts';
import { toHttpError } from './httpError.ts';
import type { Say } from './notices.ts';
import { setApart } from './shownOnce.ts';

/** What `meta` of a call may carry. */
interface Meta {
  /** create: the same key gives the first answer again (contract 2). */
  idempotencyKey?: string;
  /** update: the version that was edited, when it is not the one in the data. */
  version?: number;
  /** update: how many values may be lost by it (`contract/loss.ts`). */
  acceptedLoss?: number | undefined;
}

/** Ids in one query: some 3 kB of address, which every proxy lets pass. */
const IDS_PER_QUERY = 250;

/**
 * react-admin's view of the API. One record: ra-data-simple-rest over the shared client; lists and bulk
 * calls are ours, since collections take flat queries (contract 2) and no `Range` header.
 * @param say translates the texts of failures
 * @throws HttpError whose `body.errors` stand at the fields of a form and whose `cause` is the ApiError
 */
export const createDataProvider = (api: Api, say?: Say): DataProvider => {
  const list = async (resource: string, query: Query, signal: AbortSignal | undefined) => {
    const { items, total } = await api(callsOf(resource).list, { query, signal });
    return { data: items as never[], total };
  };
  const single = (headers?: Record<string, string>) => simpleRestProvider('', restClient(api, headers));

  const verbs: DataProvider = {
    getList: (resource, { pagination, sort, filter, signal }) =>
      list(resource, { ...filterQuery(filter), ...pageQuery(pagination), ...sortQuery(sort) }, signal),

    getManyReference: (resource, { pagination, sort, filter, target, id, signal }) =>
      list(resource, { ...filterQuery(filter), [target]: id, ...pageQuery(pagination), ...sortQuery(sort) }, signal),

    getMany: async (resource, { ids, signal }) => {
      const pages = await Promise.all(
        batches(ids, IDS_PER_QUERY).map(some => list(resource, { ids: some, per_page: some.length }, signal)),
      );
      return { data: pages.flatMap(({ data }) => data) };
    },

    getOne: (resource, params) => single().getOne(resource, params),

    create: async (resource, params) => {
      const { idempotencyKey } = (params.meta ?? {}) as Meta;
      const data = writableFields(collectionOf(resource), nested(params.data));
      const headers = idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {};
      const made = await single(headers).create(resource, { ...params, data });
      return { data: setApart(resource, made.data) };
    },

    update: async (resource, params) => {
      const { meta, previousData, data } = params;
      const changes = changedFields(collectionOf(resource), nested(data), previousData);
      if (Object.keys(changes).length === 0) return { data: previousData };
      const version: unknown = (meta as Meta | undefined)?.version ?? data['version'] ?? previousData?.['version'];
      const { acceptedLoss } = (meta ?? {}) as Meta;
      const headers = acceptedLoss === undefined ? {} : { [ACCEPT_LOSS]: String(acceptedLoss) };
      return single(headers).update(resource, {
        ...params,
        data: version === undefined ? changes : { ...changes, version },
      });
    },

    delete: (resource, params) => single().delete(resource, params),

    updateMany: async (resource, { ids, data }) => {
      const changes = writableFields(collectionOf(resource), nested(data));
      const answer = await api(callsOf(resource).updateMany, { body: { ids: ids.map(Number), data: changes } });
      return { data: answer.ids };
    },

    deleteMany: async (resource, { ids }) => {
      const answer = await api(callsOf(resource).removeMany, { body: { ids: ids.map(Number) } });
      return { data: answer.ids };
    },
  };
  return { ...withHttpErrors(verbs, say), supportAbortSignal: true };
};

type Query = Record<string, unknown>;

/** Filters are flat (contract 2): keys as they are, empty ones left out, several values repeated. */
const filterQuery = (filter: Query | undefined): Query =>
  Object.fromEntries(
    Object.entries(filter ?? {}).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );

const pageQuery = (pagination: { page: number; perPage: number } | undefined): Query =>
  pagination ? { page: pagination.page, per_page: pagination.perPage } : {};

const sortQuery = (sort: { field: string; order: 'ASC' | 'DESC' } | undefined): Query =>
  sort ? { sort: sort.field, order: sort.order.toLowerCase() } : {};

const batches = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));

interface RestOptions {
  method?: string | undefined;
  body?: BodyInit | null | undefined;
  signal?: AbortSignal | null | undefined;
}

/** What ra-data-simple-rest calls `fetchJson`: its `/{resource}/{id}` becomes the endpoint of the contract. */
const restClient =
  (api: Api, headers: Record<string, string> = {}) =>
  async (url: string, { method = 'GET', body, signal }: RestOptions = {}) => {
    const [resource, id] = method === 'POST' ? [url.slice(1), ''] : splitLast(url.slice(1));
    const { read, create, update, remove } = callsOf(resource);
    const endpoint: Endpoint = { GET: read, POST: create, PUT: update, DELETE: remove }[method] ?? read;
    const request = {
      params: { id: decodeURIComponent(id) },
      body: typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined,
      headers,
      signal: signal ?? undefined,
    };
    return { status: 200, headers: new Headers(), body: '', json: await api(endpoint, request) };
  };

const splitLast = (path: string): [resource: string, id: string] => {
  const at = path.lastIndexOf('/');
  return [path.slice(0, at), path.slice(at + 1)];
};

/** Every verb, with failures as react-admin knows them. */
const withHttpErrors = (provider: DataProvider, say: Say | undefined): DataProvider =>
  Object.fromEntries(
    Object.entries(provider).map(([verb, call]: [string, (...args: unknown[]) => Promise<unknown>]) => [
      verb,
      async (...args: unknown[]) => {
        try {
          return await call(...args);
        } catch (error) {
          throw toHttpError(error, say);
        }
      },
    ]),
  ) as unknown as DataProvider;
