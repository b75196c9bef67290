import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { endpoints } from '#contract/endpoints.ts';
import { channels } from '#contract/events.ts';
import { useApi } from '../http/useApi.ts';
import { shownInPlace } from '../reporting/ErrorNotifier.tsx';
import { useProfile } from '../session/profile.ts';
import { olderThan } from './liveRecords.ts';
import { useRealtime } from './realtime.ts';

const ROOT = 'notifications';

export const useUnread = (): number => {
  const api = useApi();
  const { data } = useQuery({
    queryKey: [ROOT, 'unread'],
    queryFn: ({ signal }) => api(endpoints.notifications.list, { query: { per_page: 0 }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: shownInPlace,
  });
  return data?.unread ?? 0;
};

export const useNotifications = () => {
  const api = useApi();
  const query = useInfiniteQuery({
    queryKey: [ROOT, 'list'],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => api(endpoints.notifications.list, { query: { page: pageParam }, signal }),
    getNextPageParam: ({ page, per_page, total }) => (page * per_page < total ? page + 1 : undefined),
    placeholderData: keepPreviousData,
    meta: shownInPlace,
  });
  // A notification that arrives between two page requests shifts the rest, so an item can be on both pages.
  const items = new Map(query.data?.pages.flatMap(page => page.items).map(item => [item.id, item]));
  return { ...query, items: query.data && [...items.values()] };
};

export const useMarkRead = () => {
  const api = useApi();
  const client = useQueryClient();
  return async (selection: { ids: number[] } | { until: number }): Promise<void> => {
    await api(endpoints.notifications.read, { body: selection });
    await client.invalidateQueries({ queryKey: [ROOT] });
  };
};

export const useNotificationChanges = (): void => {
  const realtime = useRealtime();
  const client = useQueryClient();
  const userId = useProfile()?.id;
  useEffect(() => {
    if (userId === undefined) return undefined;
    const ends = [
      realtime.on('NOTIFICATIONS_CHANGE', () => void client.invalidateQueries({ queryKey: [ROOT] })),
      realtime.join(channels.user(userId), quietMs => {
        void client.invalidateQueries({ queryKey: [ROOT], predicate: olderThan(quietMs) });
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [client, realtime, userId]);
};
