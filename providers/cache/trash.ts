import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { endpoints } from '#contract/endpoints.ts';
import { callInParts } from '../http/callInParts.ts';
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
  const callForAll = async (call: 'restore' | 'purge', selectedIds: readonly number[]) => {
    const result = await callInParts(written, selectedIds, ({ ids, headers }) =>
      api(endpoints.trash[call], { body: { resource, ids }, headers }),
    );
    await client.invalidateQueries({ queryKey: [QUERY_KEY] });
    await client.invalidateQueries({ queryKey: [resource] });
    return result;
  };
  return {
    listIds: async (search: string) => (await api(endpoints.trash.ids, { query: { resource, search } })).ids,
    restore: (ids: readonly number[]) => callForAll('restore', ids),
    purge: (ids: readonly number[]) => callForAll('purge', ids),
  };
};
