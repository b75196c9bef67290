import { keepPreviousData, type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { z } from 'zod';
import { endpoints } from '#contract/endpoints.ts';
import { channels } from '#contract/events.ts';
import { useApi } from '../http/useApi.ts';
import { olderThan, throttled } from '../realtime/liveRecords.ts';
import { useRealtime } from '../realtime/realtime.ts';
import { shownInPlace } from '../reporting/ErrorNotifier.tsx';
import { useCan } from '../session/profile.ts';
import { LOG_PAGE, mergeLog } from './importState.ts';
import { afterSyncEvent, isSyncOn, type SyncTold as Told } from './syncState.ts';

const ROOT = 'synchronization';
const LIVE = [ROOT, 'live'];

type RunWithLog = z.output<typeof endpoints.synchronization.run.result>;

/** The projects with what waits for each, and the run that is on. */
export const useSyncState = () => {
  const api = useApi();
  return useQuery({
    queryKey: [ROOT, 'state'],
    queryFn: ({ signal }) => api(endpoints.synchronization.state, { signal }),
    meta: shownInPlace,
  });
};

/** A run with its whole log, which grows as the run tells of it. */
export const useSyncRun = (id: number | null) => {
  const api = useApi();
  return useQuery({
    queryKey: [ROOT, 'run', id],
    queryFn: async ({ signal }): Promise<RunWithLog> => {
      const read = (after: number) =>
        api(endpoints.synchronization.run, { params: { id: id ?? 0 }, query: { after, limit: LOG_PAGE }, signal });
      let run = await read(0);
      while (run.log.length < run.log_total) {
        const more = await read(run.log.at(-1)?.seq ?? 0);
        if (more.log.length === 0) break;
        run = { ...more, log: [...run.log, ...more.log] };
      }
      return run;
    },
    enabled: id !== null,
    meta: shownInPlace,
  });
};

/** Runs, the latest first, a page at a time. */
export const useSyncRuns = () => {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: [ROOT, 'runs'],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => api(endpoints.synchronization.runs, { query: { page: pageParam }, signal }),
    getNextPageParam: ({ page, per_page, total }) => (page * per_page < total ? page + 1 : undefined),
    placeholderData: keepPreviousData,
    meta: shownInPlace,
  });
};

/** The progress of the run that is on, 0 to 100, as the socket tells it; null while none is. */
export const useSyncProgress = (): number | null => {
  const { data } = useQuery<Told | null>({ queryKey: LIVE, queryFn: () => null, enabled: false, initialData: null });
  return isSyncOn(data) ? data.progress : null;
};

/** What can be done about runs and the keys of feeds; everything that is shown of them is read again. */
export const useSyncCalls = () => {
  const api = useApi();
  const client = useQueryClient();
  const readAgain = <T>(result: T): T => {
    void invalidate(client);
    return result;
  };
  return {
    start: async (project_ids: number[], only_failed = false) =>
      readAgain(await api(endpoints.synchronization.start, { body: { project_ids, only_failed } })),
    cancel: async (id: number) => readAgain(await api(endpoints.synchronization.cancel, { params: { id } })),
    makeKey: async (id: number) => readAgain(await api(endpoints.synchronization.makeKey, { params: { id } })),
    dropKey: async (id: number) => readAgain(await api(endpoints.synchronization.dropKey, { params: { id } })),
  };
};

const invalidate = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: [ROOT], predicate: ({ queryKey }) => queryKey[1] !== LIVE[1] });

/** Follows SYNCHRONIZATION_UPDATE, for whoever may hear it; once in the application, below the query client. */
export const useSyncChanges = (): void => {
  const realtime = useRealtime();
  const client = useQueryClient();
  const isOpen = useCan()(endpoints.synchronization.state.access);
  useEffect(() => {
    if (!isOpen) return undefined;
    const ends = [
      realtime.on('SYNCHRONIZATION_UPDATE', told => apply(client, told)),
      realtime.join(channels.synchronization, quietMs => {
        // A run that is on says so again within half a second.
        client.setQueryData<Told | null>(LIVE, known => (known && !isSyncOn(known) ? known : null));
        void client.invalidateQueries({ queryKey: [ROOT], predicate: olderThan(quietMs) });
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [client, realtime, isOpen]);
};

/** Milliseconds between two readings while changes keep coming. */
const REREAD_EVERY = 1000;

/** Follows what waits for the projects, while it is on the screen. */
export const useWaitingChanges = (): void => {
  const realtime = useRealtime();
  const client = useQueryClient();
  const isOpen = useCan()(['change.show-current']);
  useEffect(() => {
    if (!isOpen) return undefined;
    const state = { queryKey: [ROOT, 'state'] };
    const reading = throttled(() => void client.invalidateQueries(state, { cancelRefetch: false }), REREAD_EVERY);
    const ends = [
      realtime.on('DRAFTS_CURRENT_DRAFT_CHANGE', reading.call),
      realtime.join(channels.drafts, reading.call),
      reading.cancel,
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [client, realtime, isOpen]);
};

/** An event may come twice, late or with a gap before it: progress never falls, and what is missing is read again. */
const apply = (client: QueryClient, told: Told): void => {
  const before = client.getQueryData<Told | null>(LIVE) ?? null;
  const now = afterSyncEvent(before, told);
  client.setQueryData(LIVE, now);
  const key = [ROOT, 'run', told.run_id];
  const known = client.getQueryData<RunWithLog>(key);
  const first = told.stepItems[0]?.seq ?? 0;
  const hasGap = known !== undefined && first > (known.log.at(-1)?.seq ?? 0) + 1;
  if (known?.status === 'processing') {
    const log = [...mergeLog(known.log, told.stepItems)];
    const progress = Math.max(known.progress, told.progress);
    client.setQueryData<RunWithLog>(key, { ...known, ...pick(told), progress, log, log_total: log.length });
  }
  if (hasGap) void client.invalidateQueries({ queryKey: key });
  if (!isSyncOn(told)) void invalidate(client);
  else if (before?.run_id !== now.run_id) void client.invalidateQueries({ queryKey: [ROOT, 'state'] });
};

const pick = ({ status, counts }: Told) => ({ status, counts });
