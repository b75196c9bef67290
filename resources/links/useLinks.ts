import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Endpoint } from '#contract/endpoint.ts';
import type { LinkEndpoints } from '#contract/links.ts';
import type { ResourceName } from '#contract/records.ts';
import { usePages } from '#providers/cache/usePages.ts';
import { useApi } from '#providers/http/useApi.ts';
import { buildHitsKey, type HitList, useLiveHits } from '#providers/realtime/liveHits.ts';

export type LinkEndpointSet = { [N in keyof LinkEndpoints]: Omit<LinkEndpoints[N], 'path'> & { path: string } };

export interface LinkTarget extends HitList {
  calls: LinkEndpointSet;
}

export const useLinks = (link: LinkTarget, linkedResource: ResourceName, search: string) => {
  const api = useApi();
  useLiveHits(link, linkedResource);
  return usePages({
    queryKey: [...buildHitsKey(link), search],
    readPage: (page, signal) =>
      api(link.calls.list as LinkEndpoints['list'], {
        params: { id: String(link.id) },
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
  const onSuccess = () => client.invalidateQueries({ queryKey: buildHitsKey(link) });
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
