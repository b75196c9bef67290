import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { endpoints } from '#contract/endpoints.ts';
import { channels } from '#contract/events.ts';
import type { SyncLogItem, SyncRun } from '#contract/synchronization.ts';
import { useApi } from '../http/useApi.ts';
import { throttle } from '../realtime/liveRecords.ts';
import { useRealtime } from '../realtime/realtime.ts';
import { inPlaceErrorMeta } from '../reporting/ErrorNotifier.tsx';
import { useService } from '../ServicesContext.ts';
import { useCan } from '../session/profile.ts';
import type { RunKind } from './runStore.ts';

const syncEndpoints = endpoints.synchronization;
const QUERY_KEY = 'synchronization';
const STATE_KEY = [QUERY_KEY, 'state'];

/**
 * Publications. The state of the active publication comes from its events, which arrive every half second, because the
 * server would have to count records per project for each fetch.
 */
export const synchronizationKind: RunKind<SyncRun, SyncLogItem> = {
  name: QUERY_KEY,
  access: syncEndpoints.state.access,
  cancelAccess: syncEndpoints.cancel.access,
  channel: channels.synchronization,
  listen: (on, apply) => [on('SYNCHRONIZATION_UPDATE', apply)],
  read: (api, id, query, signal) => api(syncEndpoints.run, { params: { id }, query, signal }),
  list: (api, page, signal) => api(syncEndpoints.runs, { query: { page }, signal }),
  cancel: (api, id) => api.withMessages(syncEndpoints.cancel, { params: { id: String(id) } }),
};

export const useProjects = () => {
  const api = useApi();
  const { setFetchedRun } = useService('runs').synchronization;
  return useQuery({
    queryKey: STATE_KEY,
    queryFn: async ({ signal }) => {
      const { projects, running } = await api(syncEndpoints.state, { signal });
      if (running) setFetchedRun(running);
      return projects;
    },
    meta: inPlaceErrorMeta,
  });
};

export const useSyncCalls = () => {
  const api = useApi();
  const { registerStartedRun, invalidate } = useService('runs').synchronization;
  const reread = <T>(result: T): T => {
    void invalidate();
    return result;
  };
  return {
    start: async (project_ids: number[], only_failed = false) =>
      registerStartedRun(await api(syncEndpoints.start, { body: { project_ids, only_failed } })),
    makeKey: async (id: number) => reread(await api(syncEndpoints.makeKey, { params: { id } })),
    dropKey: async (id: number) => reread(await api(syncEndpoints.dropKey, { params: { id } })),
  };
};

/** Throttle for refetches while changes keep arriving, in ms. */
const REFETCH_INTERVAL_MS = 1000;

export const useLiveProjects = (): void => {
  const realtime = useRealtime();
  const client = useQueryClient();
  const isOpen = useCan()(['change.show-current']);
  useEffect(() => {
    if (!isOpen) return undefined;
    const reread = () => void client.invalidateQueries({ queryKey: STATE_KEY }, { cancelRefetch: false });
    const throttledRead = throttle(reread, REFETCH_INTERVAL_MS);
    const cleanups = [
      realtime.on('DRAFTS_CURRENT_DRAFT_CHANGE', throttledRead.call),
      realtime.join(channels.drafts, throttledRead.call),
      throttledRead.cancel,
    ];
    return () => {
      for (const end of cleanups) end();
    };
  }, [client, realtime, isOpen]);
};
