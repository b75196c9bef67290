import { useQuery } from '@tanstack/react-query';
import { endpoints } from '#contract/endpoints.ts';
import { useApi } from '#providers/ApiContext.tsx';

interface Language {
  code: string;
  name: string;
}
const none: readonly Language[] = [];

/** The languages that content is written in, the current one first (§3). */
export const useLanguages = (): readonly Language[] => {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['languages'],
    queryFn: async ({ signal }): Promise<readonly Language[]> => {
      const answer = await api(endpoints.languages.list, { signal });
      return Array.isArray(answer) ? answer : answer.items;
    },
    staleTime: 60_000,
  });
  return data ?? none;
};
