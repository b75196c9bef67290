import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { endpoints } from '#contract/endpoints.ts';
import { channels } from '#contract/events.ts';
import { usePages } from '../cache/usePages.ts';
import { useAfterFirstRender } from '../http/useAfterFirstRender.ts';
import { useApi } from '../http/useApi.ts';
import { inPlaceErrorMeta } from '../reporting/ErrorNotifier.tsx';
import { useProfile } from '../session/profile.ts';
import { isOlderThan } from './liveRecords.ts';
import { useRealtime } from './realtime.ts';

const QUERY_KEY = 'notifications';

export const useUnreadCount = (): number => {
  const api = useApi();
  const { data } = useQuery({
    queryKey: [QUERY_KEY, 'unread'],
    queryFn: ({ signal }) => api(endpoints.notifications.list, { query: { per_page: 0 }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: useAfterFirstRender(),
    meta: inPlaceErrorMeta,
  });
  return data?.unread ?? 0;
};

export const useNotifications = () => {
  const api = useApi();
  return usePages({
    queryKey: [QUERY_KEY, 'list'],
    readPage: (page, signal) => api(endpoints.notifications.list, { query: { page }, signal }),
    getKey: ({ id }) => id,
  });
};

export const useMarkRead = () => {
  const api = useApi();
  const client = useQueryClient();
  return async (selection: { ids: number[] } | { until: number }): Promise<void> => {
    await api(endpoints.notifications.read, { body: selection });
    await client.invalidateQueries({ queryKey: [QUERY_KEY] });
  };
};

export const useNotificationChanges = (): void => {
  const realtime = useRealtime();
  const client = useQueryClient();
  const userId = useProfile()?.id;
  useEffect(() => {
    if (userId === undefined) return undefined;
    const cleanups = [
      realtime.on('NOTIFICATIONS_CHANGE', () => void client.invalidateQueries({ queryKey: [QUERY_KEY] })),
      realtime.join(channels.user(userId), quietMs => {
        void client.invalidateQueries({ queryKey: [QUERY_KEY], predicate: isOlderThan(quietMs) });
      }),
    ];
    return () => {
      for (const end of cleanups) end();
    };
  }, [client, realtime, userId]);
};
