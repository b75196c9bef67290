import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Batch, BatchKind } from '#contract/batches.ts';
import { endpoints } from '#contract/endpoints.ts';
import { useApi } from '../http/useApi.ts';
import { inPlaceErrorMeta } from '../reporting/ErrorNotifier.tsx';
import { HISTORY_KEY } from './draftQueries.ts';
import { usePages } from './usePages.ts';

const { batches: batchEndpoints } = endpoints;

export interface BatchListFilter {
  /** Timestamps in ISO 8601. */
  from?: string | undefined;
  to?: string | undefined;
  user?: number | undefined;
  kind?: BatchKind | undefined;
  entity?: string | undefined;
  record_id?: number | undefined;
  field?: string | undefined;
  word?: string | undefined;
  project?: number | undefined;
  unpublished?: boolean | undefined;
}

/** Ids and flags are texts in an address. */
const toQuery = ({ user, record_id, project, unpublished, ...rest }: BatchListFilter) => ({
  ...rest,
  user: user?.toString(),
  record_id: record_id?.toString(),
  project: project?.toString(),
  unpublished: unpublished ? ('true' as const) : undefined,
});

/** A page of batches. Read again on every visit, because not every write announces itself. */
export const useBatches = (filter: BatchListFilter, page: number) => {
  const api = useApi();
  return useQuery({
    queryKey: [HISTORY_KEY, 'batches', filter, page],
    queryFn: ({ signal }) => api(batchEndpoints.list, { query: { ...toQuery(filter), page }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: inPlaceErrorMeta,
  });
};

/** What a run has written; undefined while that is unknown, and if it wrote nothing. */
export const useRunBatch = (runId: number): Batch | undefined => {
  const api = useApi();
  const { data } = useQuery({
    queryKey: [HISTORY_KEY, 'run', runId],
    queryFn: ({ signal }) => api(batchEndpoints.list, { query: { run: String(runId) }, signal }),
    staleTime: 0,
    meta: inPlaceErrorMeta,
  });
  return data?.items[0];
};

export const useBatchDays = (filter: BatchListFilter, zone: string) => {
  const api = useApi();
  return useQuery({
    queryKey: [HISTORY_KEY, 'days', filter, zone],
    queryFn: ({ signal }) => api(batchEndpoints.days, { query: { ...toQuery(filter), zone }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: inPlaceErrorMeta,
  });
};

export const useBatchPeople = () => {
  const api = useApi();
  const { data } = useQuery({
    queryKey: [HISTORY_KEY, 'people'],
    queryFn: ({ signal }) => api(batchEndpoints.people, { signal }),
    meta: inPlaceErrorMeta,
  });
  return data ?? NO_PEOPLE;
};

const NO_PEOPLE: readonly { id: number; name: string }[] = [];

export const useRecordBatches = (entity: string, record_id: number) => {
  const api = useApi();
  return usePages({
    queryKey: [HISTORY_KEY, 'record', entity, record_id],
    readPage: (page, signal) =>
      api(batchEndpoints.ofRecord, { query: { entity, record_id: String(record_id), page }, signal }),
    getKey: ({ batch }) => batch.id,
  });
};

interface VersionKey {
  batch: number;
  entity: string;
  record_id: number;
}

/** What has changed in a record since a batch. */
export const useVersion = ({ batch, entity, record_id }: VersionKey) => {
  const api = useApi();
  return useQuery({
    queryKey: [HISTORY_KEY, 'version', batch, entity, record_id],
    queryFn: ({ signal }) =>
      api(batchEndpoints.compare, {
        params: { id: batch },
        query: { entity, record_id: String(record_id) },
        signal,
      }),
    staleTime: 0,
    meta: inPlaceErrorMeta,
  });
};

/** Writes the values of a version back; without fields, all that the user may change. */
export const usePutBack = () => {
  const api = useApi();
  const client = useQueryClient();
  return async (
    { batch, entity, record_id }: VersionKey,
    fields?: readonly { field: string; item: string }[],
  ): Promise<object> => {
    const answer = await api.withMessages(batchEndpoints.putBack, {
      params: { id: batch },
      body: { entity, record_id, ...(fields && { fields: [...fields] }) },
    });
    await client.invalidateQueries({ queryKey: [HISTORY_KEY] });
    return answer;
  };
};
