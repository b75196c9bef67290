import {
  keepPreviousData,
  type Query,
  queryOptions,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import type { DraftEntity, DraftSummary, HistoryStatus, RecordChanges } from '#contract/drafts.ts';
import { endpoints } from '#contract/endpoints.ts';
import { channels } from '#contract/events.ts';
import type { Api } from '../http/http.ts';
import { useAfterFirstRender } from '../http/useAfterFirstRender.ts';
import { useApi } from '../http/useApi.ts';
import { isOlderThan, throttle } from '../realtime/liveRecords.ts';
import { useRealtime } from '../realtime/realtime.ts';
import { inPlaceErrorMeta } from '../reporting/ErrorNotifier.tsx';
import { useCan } from '../session/profile.ts';

export const HISTORY_KEY = 'drafts';
const batchQueryNames: ReadonlySet<unknown> = new Set(['batches', 'days', 'people']);
const { drafts: draftEndpoints } = endpoints;

/** The user's own draft: null when it is empty, undefined while loading. */
export const useOwnDraft = (): DraftSummary | null | undefined => {
  const api = useApi();
  const can = useCan();
  const isAfterFirstRender = useAfterFirstRender();
  const { data } = useQuery({
    queryKey: [HISTORY_KEY, 'header'],
    queryFn: ({ signal }) => api(draftEndpoints.currentHeader, { signal }),
    enabled: isAfterFirstRender && can(draftEndpoints.currentHeader.access),
    staleTime: Number.POSITIVE_INFINITY,
    meta: inPlaceErrorMeta,
  });
  return data?.draft;
};

export const useCurrentDrafts = () => {
  const api = useApi();
  return useQuery({
    queryKey: [HISTORY_KEY, 'all'],
    queryFn: ({ signal }) => api(draftEndpoints.allCurrents, { signal }),
    meta: inPlaceErrorMeta,
  });
};

export interface HistoryFilter {
  page: number;
  user?: number | undefined;
  status?: HistoryStatus | undefined;
}

export const useHistory = (filter: HistoryFilter) => {
  const api = useApi();
  return useQuery({
    queryKey: [HISTORY_KEY, 'history', filter],
    queryFn: ({ signal }) => api(draftEndpoints.history, { query: filter, signal }),
    placeholderData: keepPreviousData,
    meta: inPlaceErrorMeta,
  });
};

export const useManagers = () => {
  const api = useApi();
  const { data } = useQuery({
    queryKey: [HISTORY_KEY, 'managers'],
    queryFn: ({ signal }) => api(draftEndpoints.managers, { signal }),
    meta: inPlaceErrorMeta,
  });
  return data ?? NO_MANAGERS;
};

const NO_MANAGERS: readonly { id: number; name: string }[] = [];

export const CHANGES_PER_PAGE = 50;

/** What the changes belong to. */
export interface ChangeSource {
  kind: 'draft' | 'batch';
  id: number;
}

const buildChangesQuery = (api: Api, { kind, id }: ChangeSource, page: number) =>
  queryOptions({
    queryKey: [HISTORY_KEY, 'changes', kind, id, page],
    queryFn: ({ signal }) =>
      api(kind === 'draft' ? draftEndpoints.changes : endpoints.batches.changes, {
        params: { id },
        query: { page, per_page: CHANGES_PER_PAGE },
        signal,
      }),
    meta: inPlaceErrorMeta,
  });

/**
 * While the list is paused, only queries without data are fetched, so that the list does not change under the user's
 * eyes.
 */
const isFetchAllowed =
  (isPaused: boolean) =>
  ({ state }: { state: { data: unknown } }): boolean =>
    !isPaused || state.data === undefined;

/** The first page of changes also carries the total, so no request is made for the count alone. */
export const useChangeTotals = (source: ChangeSource, isPaused: boolean) => {
  const api = useApi();
  const { data, error, refetch } = useQuery({
    ...buildChangesQuery(api, source, 1),
    enabled: isFetchAllowed(isPaused),
  });
  return { total: data?.total, hidden: data?.hidden ?? 0, error, refetch };
};

/**
 * Looks up changes by record index. Only the given pages (1-based) are fetched, since there can be
 * thousands of records.
 */
export const useChangesByIndex = (source: ChangeSource, pages: readonly number[], isPaused: boolean) => {
  const api = useApi();
  const results = useQueries({
    queries: pages.map(page => ({ ...buildChangesQuery(api, source, page), enabled: isFetchAllowed(isPaused) })),
  });
  return (index: number): RecordChanges | undefined => {
    const pageIndex = pages.indexOf(Math.floor(index / CHANGES_PER_PAGE) + 1);
    return results[pageIndex]?.data?.items[index % CHANGES_PER_PAGE];
  };
};

interface RevertedChange {
  draft: number;
  entity: DraftEntity;
  record_id: number;
  field: string;
  item: string;
}

/** Reverts a field, or one item of it. @throws {ApiError} 409 with both values if the field has changed since */
export const useRevert = () => {
  const api = useApi();
  const client = useQueryClient();
  return async ({ draft, ...body }: RevertedChange): Promise<object> => {
    const answer = await api.withMessages(draftEndpoints.revert, { params: { id: draft }, body });
    client.setQueriesData<{ items: RecordChanges[] }>(
      { queryKey: [HISTORY_KEY, 'changes', 'draft', draft] },
      page => page && { ...page, items: page.items.map(record => markReverted(record, body)) },
    );
    await client.invalidateQueries({ queryKey: [HISTORY_KEY], predicate: hasBeenFetched });
    return answer;
  };
};

/** Marks the change in the cache right away, because a paused list is not refetched. */
const markReverted = (record: RecordChanges, { entity, record_id, field, item }: Omit<RevertedChange, 'draft'>) =>
  record.entity !== entity || record.record_id !== record_id
    ? record
    : {
        ...record,
        fields: record.fields.map(fieldChanges =>
          fieldChanges.field !== field
            ? fieldChanges
            : {
                ...fieldChanges,
                changes: fieldChanges.changes.map(change =>
                  change.item === item ? { ...change, may_revert: false, is_reverted: true } : change,
                ),
              },
        ),
      };

/** Throttle for refetches, in ms, because every save of every user fires the event. */
const REFETCH_INTERVAL_MS = 1000;
/** The same for the history by batch, which takes longer to read. */
const BATCHES_REFETCH_INTERVAL_MS = 3000;

const isOfBatches = ({ queryKey }: Query): boolean => batchQueryNames.has(queryKey[1]);

/** §4: an event during the first fetch must not start a second one. */
const hasBeenFetched = ({ state }: Query): boolean => state.dataUpdatedAt > 0;

/** Handles DRAFTS_CURRENT_DRAFT_CHANGE (§4). Mount once, below the query client. */
export const useDraftEvents = (): void => {
  const realtime = useRealtime();
  const client = useQueryClient();
  const canSubscribe = useCan()(draftEndpoints.currentHeader.access);
  useEffect(() => {
    if (!canSubscribe) return undefined;
    const refetch = (isChosen: (query: Query) => boolean) =>
      client.invalidateQueries({
        queryKey: [HISTORY_KEY],
        predicate: query => hasBeenFetched(query) && isChosen(query),
      });
    const refetchDrafts = throttle(() => void refetch(query => !isOfBatches(query)), REFETCH_INTERVAL_MS);
    const refetchBatches = throttle(() => void refetch(isOfBatches), BATCHES_REFETCH_INTERVAL_MS);
    const cleanups = [
      refetchDrafts.cancel,
      refetchBatches.cancel,
      realtime.on('DRAFTS_CURRENT_DRAFT_CHANGE', refetchDrafts.call),
      realtime.on('DRAFTS_CURRENT_DRAFT_CHANGE', refetchBatches.call),
      realtime.join(channels.drafts, quietMs => {
        void client.invalidateQueries({ queryKey: [HISTORY_KEY], predicate: isOlderThan(quietMs) });
      }),
    ];
    return () => {
      for (const end of cleanups) end();
    };
  }, [client, realtime, canSubscribe]);
};
