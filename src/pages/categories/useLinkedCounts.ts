import { useQuery } from '@tanstack/react-query';
import { endpoints } from '#contract/endpoints.ts';
import { useApi } from '#providers/http/useApi.ts';
import { inPlaceErrorMeta } from '#providers/reporting/ErrorNotifier.tsx';

export interface LinkedCounts {
  models: number;
  products: number;
}

/**
 * Number of distinct records linked to any of these categories; undefined until it is known. Counted by the server,
 * since a record can be in several categories.
 */
export const useLinkedCounts = (platform: string, ids: readonly number[]) => {
  const api = useApi();
  const { data, error, refetch } = useQuery({
    queryKey: ['categories', platform, 'linked', ids],
    queryFn: ({ signal }) =>
      api(endpoints.categories.linked, { params: { platform }, body: { ids: [...ids] }, signal }),
    enabled: ids.length > 0,
    staleTime: 0,
    meta: inPlaceErrorMeta,
  });
  const counts: LinkedCounts | undefined = ids.length === 0 ? { models: 0, products: 0 } : data;
  return { linked: counts, error, refetch };
};
