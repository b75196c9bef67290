import type { DataProvider } from 'ra-core';
import simpleRestProvider from 'ra-data-simple-rest';
import { ACCEPT_LOSS_HEADER } from '#contract/dataLoss.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { getCollection } from '#contract/records.ts';
import { nestValues } from '#contract/values.ts';
import { createWriteSerializer } from './cache/writeSerializer.ts';
import type { WrittenBatches } from './cache/writtenBatches.ts';
import { pickChangedFields, pickWritableFields } from './forms/formChanges.ts';
import { changeRecords, removeRecords } from './http/bulkCalls.ts';
import { type CallPart, callInParts } from './http/callInParts.ts';
import { createCreationKeys } from './http/creationKeys.ts';
import { endpointsFor } from './http/endpointsFor.ts';
import { ApiError } from './http/errors.ts';
import { rememberListRequest } from './http/exportCalls.ts';
import type { Api } from './http/http.ts';
import { toHttpError } from './http/httpError.ts';
import type { ListMeta } from './http/listResult.ts';
import { getFormErrorText, type Translate } from './reporting/notices.ts';
import { withholdSecrets } from './session/oneTimeSecret.ts';

interface Meta {
  /** getList: returns only the ids of all matching records, as one page, for "select all". */
  onlyIds?: boolean;
  version?: number;
  acceptedLoss?: number | undefined;
}

/** Returns no `meta` when it would be empty, because react-admin passes it on unchanged. */
const toListMeta = ({ unreadableRecords, corrected }: Required<ListMeta>): { meta?: ListMeta } =>
  unreadableRecords.length > 0 || corrected ? { meta: { unreadableRecords, corrected } } : {};

/** Keeps the URL below about 3 kB, a length that every proxy accepts. */
const IDS_PER_QUERY = 250;

/**
 * react-admin's data provider over the contract's endpoints. Single records go through ra-data-simple-rest; lists and
 * bulk calls do not, because collections take flat queries (contract 2) instead of its `Range` header. @throws
 * HttpError with `body.errors` for the fields of a form, and the ApiError as `cause`
 */
export const createDataProvider = (api: Api, written: WrittenBatches, translate: Translate): DataProvider => {
  const list = createListCall(api);
  const serializeWrite = createWriteSerializer();
  const withCreationKey = createCreationKeys();
  const writeMany = (endpoint: Endpoint, ids: readonly unknown[], call: CallPart) =>
    callInParts(written, ids.map(Number), call).then(result => rejectPartial(endpoint, result, translate));
  const single = (headers?: Record<string, string>) => simpleRestProvider('', createRestClient(api, headers));

  const verbs: DataProvider = {
    getList: async (resource, { pagination, sort, filter, meta, signal }) => {
      const query = toFilter(filter);
      if ((meta as Meta | undefined)?.onlyIds)
        return listIds(api, resource, { ...query, ...toSort(resource, sort) }, signal);
      const page = await list(resource, { ...query, ...toPage(pagination), ...toSort(resource, sort) }, signal);
      if (sort) rememberListRequest(page.data, { filter: query, sort });
      return page;
    },

    getManyReference: (resource, { pagination, sort, filter, target, id, signal }) =>
      list(resource, { ...toFilter(filter), [target]: id, ...toPage(pagination), ...toSort(resource, sort) }, signal),

    getMany: async (resource, { ids, signal }) => {
      const pages = await Promise.all(
        splitIntoBatches(ids, IDS_PER_QUERY).map(page => list(resource, { ids: page, per_page: page.length }, signal)),
      );
      return { data: pages.flatMap(({ data }) => data) };
    },

    getOne: (resource, params) => single().getOne(resource, params),

    create: async (resource, params) => {
      const data = pickWritableFields(getCollection(resource), nestValues(params.data));
      const result = await withCreationKey(resource, data, key =>
        single({ 'Idempotency-Key': key }).create(resource, { ...params, data }),
      );
      return { data: withholdSecrets(resource, result.data) };
    },

    update: async (resource, params) => {
      const { meta, previousData, data } = params;
      const changes = pickChangedFields(getCollection(resource), nestValues(data), previousData);
      if (Object.keys(changes).length === 0) return { data: previousData };
      const { version: base = data['version'] ?? previousData?.['version'], acceptedLoss } = (meta ?? {}) as Meta;
      const headers = acceptedLoss === undefined ? {} : { [ACCEPT_LOSS_HEADER]: String(acceptedLoss) };
      return serializeWrite(`${resource}/${params.id}`, base as unknown, version =>
        single(headers).update(resource, {
          ...params,
          data: version === undefined ? changes : { ...changes, version },
        }),
      );
    },

    delete: (resource, params) => single().delete(resource, params),

    updateMany: (resource, { ids, data }) => {
      const change = { data: pickWritableFields(getCollection(resource), nestValues(data)), versions: {} };
      return writeMany(endpointsFor(resource).updateMany, ids, part =>
        changeRecords(api, resource, { ...part, ...change }),
      );
    },

    deleteMany: (resource, { ids }) =>
      writeMany(endpointsFor(resource).removeMany, ids, part => removeRecords(api, resource, part)),
  };
  return { ...withHttpErrors(verbs, translate), supportAbortSignal: true };
};

const createListCall = (api: Api) => async (resource: string, query: Query, signal: AbortSignal | undefined) => {
  const { result, unreadableRecords } = await api.list(endpointsFor(resource).list, { query, signal });
  const { items, total, corrected_search: search } = result;
  const corrected = search === undefined ? null : { typed: String(query['search']), search };
  return { data: items as never[], total, ...toListMeta({ unreadableRecords, corrected }) };
};

const listIds = async (api: Api, resource: string, query: Query, signal: AbortSignal | undefined) => {
  const { ids } = await api(endpointsFor(resource).ids, { query, signal });
  return { data: ids.map(id => ({ id })) as never[], total: ids.length };
};

/**
 * react-admin has no partial success, so any failed record rejects the whole call; the message gives the count and the
 * reasons, or only the one for which the call ended early, which may end with the id of its request.
 */
const rejectPartial = (
  { method, path }: Endpoint,
  { ids, failed, failure }: Awaited<ReturnType<typeof callInParts>>,
  translate: Translate,
): { data: number[] } => {
  const failedCount = failed.length + (failure?.ids.length ?? 0);
  if (failedCount === 0) return { data: ids };
  const count = translate('partly', { failed: failedCount, all: failedCount + ids.length });
  const reasons = failure ? [getFormErrorText(failure.error, translate) ?? ''] : failed.map(({ message }) => message);
  throw new ApiError('conflict', { endpoint: `${method} ${path}`, status: 409, messages: [count, ...reasons] });
};

type Query = Record<string, unknown>;

/**
 * Filters are flat (contract 2): empty values are dropped, and lists become repeated keys. react-admin's search inputs
 * use `q`, which the API calls `search`.
 */
const toFilter = (filter: Query | undefined): Query =>
  Object.fromEntries(
    Object.entries(filter ?? {})
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .map(([name, value]) => [name === 'q' ? 'search' : name, value]),
  );

const toPage = (pagination: { page: number; perPage: number } | undefined): Query =>
  pagination ? { page: pagination.page, per_page: pagination.perPage } : {};

/**
 * Every column of a stock list can be sorted by, and react-admin remembers the choice. Where the server cannot sort by
 * it, its own order applies.
 */
const toSort = (resource: string, sort: { field: string; order: 'ASC' | 'DESC' } | undefined): Query =>
  sort && ['id', ...getCollection(resource).sort].includes(sort.field)
    ? { sort: sort.field, order: sort.order.toLowerCase() }
    : {};

const splitIntoBatches = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));

interface RestOptions {
  method?: string | undefined;
  body?: BodyInit | null | undefined;
  signal?: AbortSignal | null | undefined;
}

/**
 * The `fetchJson` of ra-data-simple-rest: maps its `/{resource}/{id}` to an endpoint of the contract, so that session
 * renewal and parsing apply.
 */
const createRestClient =
  (api: Api, headers: Record<string, string> = {}) =>
  async (url: string, { method = 'GET', body, signal }: RestOptions = {}) => {
    const [resource, id] = method === 'POST' ? [url.slice(1), ''] : splitLastSegment(url.slice(1));
    const { read, create, update, remove } = endpointsFor(resource);
    const endpoint: Endpoint = { GET: read, POST: create, PUT: update, DELETE: remove }[method] ?? read;
    const request = {
      params: { id: decodeURIComponent(id) },
      body: typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined,
      headers,
      signal: signal ?? undefined,
    };
    return { status: 200, headers: new Headers(), body: '', json: await api(endpoint, request) };
  };

const splitLastSegment = (path: string): [resource: string, id: string] => {
  const slashIndex = path.lastIndexOf('/');
  return [path.slice(0, slashIndex), path.slice(slashIndex + 1)];
};

/** Converts every error to `HttpError`, the only kind that react-admin reads. */
const withHttpErrors = (provider: DataProvider, translate: Translate): DataProvider =>
  Object.fromEntries(
    Object.entries(provider).map(([verb, call]: [string, (...args: unknown[]) => Promise<unknown>]) => [
      verb,
      async (...args: unknown[]) => {
        try {
          return await call(...args);
        } catch (error) {
          throw toHttpError(error, translate);
        }
      },
    ]),
  ) as unknown as DataProvider;
