import type { BulkResponse } from '#contract/bulk.ts';
import type { PriceChangeSummary } from '#contract/priceChanges.ts';
import { nestValues } from '#contract/values.ts';
import { endpointsFor } from './endpointsFor.ts';
import type { Api } from './http.ts';

type RecordValues = Readonly<Record<string, unknown>>;

export interface ListRequest {
  filter: RecordValues;
  sort: { field: string; order: 'ASC' | 'DESC' };
}

export const buildListQuery = ({ filter, sort }: ListRequest): RecordValues => ({
  ...filter,
  sort: sort.field,
  order: sort.order.toLowerCase(),
});

interface PageSlice {
  /** 0-based index. */
  from: number;
  limit: number;
}

export const fetchIds = async (
  api: Api,
  resource: string,
  list: ListRequest,
  options: { slice?: PageSlice; signal?: AbortSignal } = {},
): Promise<number[]> => {
  const { slice, signal } = options;
  const { ids } = await api(endpointsFor(resource).ids, { query: { ...buildListQuery(list), ...slice }, signal });
  return ids;
};

export interface BulkPreview {
  checked: number;
  changed: number;
  unchanged: number;
  failed: ReadonlyMap<number, string>;
  /** Versions at the time of the check, so that later edits are not overwritten. */
  versions: Readonly<Record<string, number>>;
  samples: readonly ({ id: number } & RecordValues)[];
  results: readonly RecordValues[];
  prices: PriceChangeSummary | null;
}

const MAX_SAMPLES = 5;
/** Records per request, so that progress shows within seconds. */
const BATCH_SIZE = 1000;

/** Dry run in batches, so that running totals show within seconds. @throws ApiError */
export const previewBulkChange = async (
  api: Api,
  resource: string,
  { ids, data }: { ids: readonly number[]; data: RecordValues },
  { signal, onPreview }: { signal: AbortSignal; onPreview: (preview: BulkPreview) => void },
): Promise<void> => {
  const versions: Record<string, number> = {};
  const failed = new Map<number, string>();
  const preview = {
    checked: 0,
    changed: 0,
    unchanged: 0,
    samples: [] as BulkPreview['samples'],
    results: [] as BulkPreview['results'],
    prices: null as BulkPreview['prices'],
  };
  for (let from = 0; from < ids.length; from += BATCH_SIZE) {
    const batch = ids.slice(from, from + BATCH_SIZE);
    const batchResult = await api(endpointsFor(resource).preview, {
      body: { ids: batch, data: nestValues(data) },
      signal,
    });
    Object.assign(versions, batchResult.versions);
    for (const { id, message } of batchResult.failed) failed.set(id, message);
    preview.checked += batch.length;
    preview.changed += batchResult.changed;
    preview.unchanged += batchResult.unchanged;
    preview.samples = [...preview.samples, ...(batchResult.samples as unknown as BulkPreview['samples'])].slice(
      0,
      MAX_SAMPLES,
    );
    preview.results = [...preview.results, ...(batchResult.results as unknown as BulkPreview['results'])].slice(
      0,
      MAX_SAMPLES,
    );
    preview.prices = addPrices(preview.prices, batchResult.prices ?? null);
    onPreview({ ...preview, failed, versions });
  }
};

const addPrices = (one: PriceChangeSummary | null, other: PriceChangeSummary | null): PriceChangeSummary | null => {
  if (!one || !other) return one ?? other;
  const changed = one.changed + other.changed;
  return {
    changed,
    mean: (one.mean * one.changed + other.mean * other.changed) / changed,
    rising: one.rising + other.rising,
    falling: one.falling + other.falling,
    percent: other.percent,
  };
};

export interface PartCall {
  ids: number[];
  /** Makes the parts of a change one batch (`SharedBatch`). */
  headers: Record<string, string>;
}

/** The previewed versions make the server reject records edited since, because the user decided on older values. */
export const changeRecords = (
  api: Api,
  resource: string,
  { ids, headers, data, versions }: PartCall & { data: RecordValues; versions: Readonly<Record<string, number>> },
): Promise<BulkResponse> => {
  const knownVersions = Object.fromEntries(
    ids.flatMap(id => (versions[id] === undefined ? [] : ([[id, versions[id]]] as const))),
  );
  const body = { ids, data: nestValues(data), versions: knownVersions };
  return api(endpointsFor(resource).updateMany, { body, headers });
};

export const removeRecords = (api: Api, resource: string, { ids, headers }: PartCall): Promise<BulkResponse> =>
  api(endpointsFor(resource).removeMany, { body: { ids }, headers });
