import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
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
/** Lines of the log, which name what was left as it is; more of them on demand. */
const LINES_PER_PAGE = 200;

export const useUndoRun = (runId: number) => {
  const api = useApi();
  const client = useQueryClient();
  const [limit, setLimit] = useState(LINES_PER_PAGE);
  const query = useQuery({
    queryKey: ['undo', 'run', runId, limit],
    queryFn: ({ signal }) => api(endpoints.undo.run, { params: { id: runId }, query: { limit }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data && state.data.status !== 'processing' ? false : POLL_MS),
    meta: inPlaceErrorMeta,
  });
  const isEnded = query.data !== undefined && query.data.status !== 'processing';
  useEffect(() => {
    if (isEnded) void refreshScreens(client);
  }, [client, isEnded]);
  return {
    ...query,
    readMore: () => setLimit(lines => lines + LINES_PER_PAGE),
    cancel: async () => {
      await api(endpoints.undo.cancel, { params: { id: runId } });
      await query.refetch();
    },
  };
};

export const useUndo = (batchId: number) => {
  const api = useApi();
  const client = useQueryClient();
  return async (overwrite: ChangeKey[]) => {
    const outcome = await api(endpoints.undo.undo, { params: { id: batchId }, body: { overwrite } });
    await refreshScreens(client);
    return outcome;
  };
};
