import { useQuery, useQueryClient } from '@tanstack/react-query';
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

const POLL_MS = 1000;

export const useUndoRun = (runId: number | null) => {
  const api = useApi();
  return useQuery({
    queryKey: ['undo', 'run', runId],
    queryFn: ({ signal }) => api(endpoints.undo.run, { params: { id: runId ?? 0 }, query: { limit: 1 }, signal }),
    enabled: runId !== null,
    refetchInterval: ({ state }) => (state.data && state.data.status !== 'processing' ? false : POLL_MS),
    meta: inPlaceErrorMeta,
  });
};

export const useUndoCalls = (batchId: number) => {
  const api = useApi();
  const client = useQueryClient();
  return {
    undo: async (overwrite: ChangeKey[]) => {
      const outcome = await api(endpoints.undo.undo, { params: { id: batchId }, body: { overwrite } });
      // Every screen may show what has changed.
      await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'undo' });
      return outcome;
    },
    cancel: (runId: number) => api(endpoints.undo.cancel, { params: { id: runId } }),
  };
};
