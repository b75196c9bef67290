import { useQuery } from '@tanstack/react-query';
import { recordEndpoints } from '#contract/recordEndpoints.ts';
import { useApi } from '#providers/http/useApi.ts';

interface Language {
  code: string;
  name: string;
}
const NO_LANGUAGES: readonly Language[] = [];

export const useLanguages = (): readonly Language[] => {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['languages'],
    queryFn: async ({ signal }): Promise<readonly Language[]> => {
      const list = await api(recordEndpoints['settings/language'].list, { signal });
      return Array.isArray(list) ? list : list.items;
    },
    staleTime: 60_000,
  });
  return data ?? NO_LANGUAGES;
};
