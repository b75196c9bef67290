import type { BulkVerdict } from '#contract/bulk.ts';
import { nested } from '#contract/values.ts';
import { callsOf } from './collectionCalls.ts';
import type { Api } from './http.ts';

type Values = Readonly<Record<string, unknown>>;

/** Which records of a list, and in which order. */
export interface ListRequest {
  filter: Values;
  sort: { field: string; order: 'ASC' | 'DESC' };
}

/** The query that the API takes for a list (contract 2); its pages are asked for beside it. */
export const queryOf = ({ filter, sort }: ListRequest): Values => ({
  ...filter,
  sort: sort.field,
  order: sort.order.toLowerCase(),
});

interface Part {
  /** From 0. */
  from: number;
  limit: number;
}

/** The ids of all that match a list, in its order, or a part of them. */
export const idsOf = async (
  api: Api,
  resource: string,
  list: ListRequest,
  options: { part?: Part; signal?: AbortSignal } = {},
): Promise<number[]> => {
  const { part, signal } = options;
  const { ids } = await api(callsOf(resource).ids, { query: { ...queryOf(list), ...part }, signal });
  return ids;
};

/** What a bulk change would do to all the records that were looked at so far. */
export interface Preview {
  /** How many were looked at. */
  seen: number;
  changed: number;
  unchanged: number;
  /** Records that cannot be changed, by id, with what the server says. */
  failed: ReadonlyMap<number, string>;
  /** The versions that were seen: what came after them is not overwritten. */
  versions: Readonly<Record<string, number>>;
  samples: readonly ({ id: number } & Values)[];
}

/** Records that a preview shows. */
const SAMPLES = 5;
/** Records looked at by one call. */
const PART = 1000;

/** Looks at the records part by part, and tells each time what it knows. @throws ApiError */
export const previewChange = async (
  api: Api,
  resource: string,
  { ids, data }: { ids: readonly number[]; data: Values },
  { signal, onPreview }: { signal: AbortSignal; onPreview: (preview: Preview) => void },
): Promise<void> => {
  const versions: Record<string, number> = {};
  const failed = new Map<number, string>();
  const preview = { seen: 0, changed: 0, unchanged: 0, samples: [] as Preview['samples'] };
  for (let from = 0; from < ids.length; from += PART) {
    const part = ids.slice(from, from + PART);
    const found = await api(callsOf(resource).preview, { body: { ids: part, data: nested(data) }, signal });
    Object.assign(versions, found.versions);
    for (const { id, message } of found.failed) failed.set(id, message);
    preview.seen += part.length;
    preview.changed += found.changed;
    preview.unchanged += found.unchanged;
    preview.samples = [...preview.samples, ...(found.samples as unknown as Preview['samples'])].slice(0, SAMPLES);
    onPreview({ ...preview, failed, versions });
  }
};

/** Gives some records the same values; versions keep what came after the preview. */
export const changeRecords = (
  api: Api,
  resource: string,
  { ids, data, versions }: { ids: number[]; data: Values; versions: Readonly<Record<string, number>> },
): Promise<BulkVerdict> => {
  const ofThese = Object.fromEntries(
    ids.flatMap(id => (versions[id] === undefined ? [] : ([[id, versions[id]]] as const))),
  );
  return api(callsOf(resource).updateMany, { body: { ids, data: nested(data), versions: ofThese } });
};

export const removeRecords = (api: Api, resource: string, ids: number[]): Promise<BulkVerdict> =>
  api(callsOf(resource).removeMany, { body: { ids } });
