import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { endpoints } from '#contract/endpoints.ts';
import type { ChangeKey } from '#contract/undo.ts';
import { useApi } from '../http/useApi.ts';
import { inPlaceErrorMeta } from '../reporting/ErrorNotifier.tsx';

/** What undoing a batch would do. Asked anew each time, because everyone's edits change it. */
export const useUndoPreview = (batchId: number) => {
  const api = useApi();
  return useQuery({
    queryKey: ['undo', 'preview', batchId],
    queryFn: ({ signal }) => api(endpoints.undo.preview, { params: { id: batchId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: inPlaceErrorMeta,
  });
};

/** Every screen may show what has changed. */
const refreshScreens = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'undo' });

const POLL_MS = 1000;
/** Lines of the log, which name what was left as it is. */
const MAX_LINES = 200;

export const useUndoRun = (runId: number) => {
  const api = useApi();
  const client = useQueryClient();
  const query = useQuery({
    queryKey: ['undo', 'run', runId],
    queryFn: ({ signal }) => api(endpoints.undo.run, { params: { id: runId }, query: { limit: MAX_LINES }, signal }),
    refetchInterval: ({ state }) => (state.data && state.data.status !== 'processing' ? false : POLL_MS),
    meta: inPlaceErrorMeta,
  });
  const isEnded = query.data !== undefined && query.data.status !== 'processing';
  useEffect(() => {
    if (isEnded) void refreshScreens(client);
  }, [client, isEnded]);
  return query;
};

export const useUndoCalls = (batchId: number) => {
  const api = useApi();
  const client = useQueryClient();
  return {
    undo: async (overwrite: ChangeKey[]) => {
      const outcome = await api(endpoints.undo.undo, { params: { id: batchId }, body: { overwrite } });
      await refreshScreens(client);
      return outcome;
    },
    cancel: (runId: number) => api(endpoints.undo.cancel, { params: { id: runId } }),
  };
};
