import { useQuery, useQueryClient } from '@tanstack/react-query';
import { endpoints } from '#contract/endpoints.ts';
import type { HistorySettings } from '#contract/historySettings.ts';
import { useApi } from '../http/useApi.ts';
import { inPlaceErrorMeta } from '../reporting/ErrorNotifier.tsx';

const QUERY_KEY = ['historySettings'] as const;

export const useHistorySettings = () => {
  const api = useApi();
  return useQuery({
    queryKey: QUERY_KEY,
    queryFn: ({ signal }) => api(endpoints.historySettings.read, { signal }),
    staleTime: 60_000,
    meta: inPlaceErrorMeta,
  });
};

/** @throws {ApiError} */
export const useSaveHistorySettings = () => {
  const api = useApi();
  const client = useQueryClient();
  return async (body: HistorySettings): Promise<void> => {
    client.setQueryData(QUERY_KEY, await api(endpoints.historySettings.change, { body }));
  };
};
