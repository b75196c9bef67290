import { type InfiniteData, type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { endpoints } from '#contract/endpoints.ts';
import type { ChangeKey, UndoRun } from '#contract/undo.ts';
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
/** Lines of the log, which name what was left as it is: at first, and in each further part on demand. */
const FIRST_LINES = 200;
const MORE_LINES = 1000;

export const useUndoRun = (runId: number) => {
  const api = useApi();
  const client = useQueryClient();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['undo', 'run', runId],
    initialPageParam: 0,
    queryFn: ({ pageParam: after, signal }) => {
      const limit = after === 0 ? FIRST_LINES : MORE_LINES;
      return api(endpoints.undo.run, { params: { id: runId }, query: { after, limit }, signal });
    },
    getNextPageParam: ({ log, log_total }) => {
      const last = log.at(-1)?.seq;
      return last !== undefined && last < log_total ? last : undefined;
    },
    refetchInterval: ({ state }) => (state.data && !isProcessing(state.data) ? false : POLL_MS),
    meta: inPlaceErrorMeta,
  });
  const isEnded = data !== undefined && !isProcessing(data);
  useEffect(() => {
    if (isEnded) void refreshScreens(client);
  }, [client, isEnded]);
  return {
    run: data?.pages[0],
    log: data?.pages.flatMap(page => page.log) ?? [],
    error,
    refetch,
    more: hasNextPage ? { isReading: isFetchingNextPage, read: () => void fetchNextPage() } : null,
    cancel: async () => {
      await api(endpoints.undo.cancel, { params: { id: runId } });
      await refetch();
    },
  };
};

const isProcessing = ({ pages: [run] }: InfiniteData<UndoRun>): boolean => run?.status === 'processing';

export const useUndo = (batchId: number) => {
  const api = useApi();
  const client = useQueryClient();
  return async (overwrite: ChangeKey[]) => {
    const outcome = await api(endpoints.undo.undo, { params: { id: batchId }, body: { overwrite } });
    await refreshScreens(client);
    return outcome;
  };
};
