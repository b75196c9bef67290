import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BulkResponse } from '#contract/bulk.ts';
import { MAX_BULK_IDS } from '#contract/bulk.ts';
import { endpoints } from '#contract/endpoints.ts';
import { useApi } from '../http/useApi.ts';
import { inPlaceErrorMeta } from '../reporting/ErrorNotifier.tsx';
import { useService } from '../ServicesContext.ts';

const QUERY_KEY = 'trash';

export const useTrash = (query: { resource: string; search: string; page: number }) => {
  const api = useApi();
  return useQuery({
    queryKey: [QUERY_KEY, query],
    queryFn: ({ signal }) => api(endpoints.trash.list, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: inPlaceErrorMeta,
  });
};

export const useTrashCalls = (resource: string) => {
  const api = useApi();
  const client = useQueryClient();
  const written = useService('written');
  const callInParts = async (call: 'restore' | 'purge', ids: readonly number[]) => {
    const batch = written.begin();
    const parts: BulkResponse[] = [];
    for (let start = 0; start < ids.length; start += MAX_BULK_IDS) {
      const body = { resource, ids: ids.slice(start, start + MAX_BULK_IDS) };
      const part = await api(endpoints.trash[call], { body, headers: batch.getHeaders() });
      batch.add(part);
      parts.push(part);
    }
    await client.invalidateQueries({ queryKey: [QUERY_KEY] });
    await client.invalidateQueries({ queryKey: [resource] });
    return {
      ids: parts.flatMap(({ ids: done }) => done),
      failed: parts.flatMap(({ failed }) => failed),
      batchId: batch.getId(),
    };
  };
  return {
    listIds: async (search: string) => (await api(endpoints.trash.ids, { query: { resource, search } })).ids,
    restore: (ids: readonly number[]) => callInParts('restore', ids),
    purge: (ids: readonly number[]) => callInParts('purge', ids),
  };
};
