import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import type { LinkEndpoints } from '#contract/links.ts';
import { usePages } from '#providers/cache/usePages.ts';
import { useApi } from '#providers/http/useApi.ts';
import { useRealtime } from '#providers/realtime/realtime.ts';

export type LinkEndpointSet = { [N in keyof LinkEndpoints]: Omit<LinkEndpoints[N], 'path'> & { path: string } };

export interface LinkTarget {
  resource: string;
  id: number;
  field: string;
  calls: LinkEndpointSet;
}

/** Nested under the resource, so that a reconnect refetches the links together with it. */
const buildQueryKey = ({ resource, id, field }: LinkTarget) => [resource, 'links', id, field] as const;

export const useLinks = (link: LinkTarget, search: string) => {
  const api = useApi();
  const client = useQueryClient();
  const realtime = useRealtime();
  const { resource, id, field } = link;
  useEffect(
    () =>
      realtime.on('RECORDS_CHANGE', change => {
        const concerns = change.resource === resource && (change.ids === null || change.ids.includes(id));
        if (concerns) void client.invalidateQueries({ queryKey: [resource, 'links', id, field] });
      }),
    [client, realtime, resource, id, field],
  );
  return usePages({
    queryKey: [...buildQueryKey(link), search],
    readPage: (page, signal) =>
      api(link.calls.list as LinkEndpoints['list'], {
        params: { id: String(id) },
        query: { page, ...(search && { search }) },
        signal,
      }),
    getKey: item => item.id,
  });
};

export const useLinkMutations = (link: LinkTarget) => {
  const api = useApi();
  const client = useQueryClient();
  const params = { id: String(link.id) };
  const call = (endpoint: unknown, request: object) => api(endpoint as Endpoint, request as never);
  const onSuccess = () => client.invalidateQueries({ queryKey: buildQueryKey(link) });
  const add = useMutation({
    mutationFn: (ids: number[]) => call(link.calls.add, { params, body: { ids } }),
    onSuccess,
  });
  const remove = useMutation({
    mutationFn: (linkedId: number) => call(link.calls.remove, { params: { ...params, linked_id: String(linkedId) } }),
    onSuccess,
  });
  return { add, remove };
};
