import { useQuery } from '@tanstack/react-query';
import { endpoints } from '#contract/endpoints.ts';
import type { MailTest } from '#contract/system.ts';
import { useApi } from '../http/useApi.ts';
import { inPlaceErrorMeta } from '../reporting/ErrorNotifier.tsx';

/** In ms; as often as servers renew their records. */
const REFETCH_INTERVAL_MS = 15_000;

/** The state of the installation, read again and again while the tab is visible. */
export const useSystem = () => {
  const api = useApi();
  return useQuery({
    queryKey: ['system'],
    queryFn: ({ signal }) => api(endpoints.system.read, { signal }),
    staleTime: 0,
    refetchInterval: REFETCH_INTERVAL_MS,
    refetchOnWindowFocus: true,
    meta: inPlaceErrorMeta,
  });
};

/** @throws {ApiError} */
export const useTestMail = () => {
  const api = useApi();
  return (): Promise<MailTest> => api(endpoints.system.testMail);
};
