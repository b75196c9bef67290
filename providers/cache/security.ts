import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { endpoints } from '#contract/endpoints.ts';
import type { SecurityKind } from '#contract/security.ts';
import { useApi } from '../http/useApi.ts';
import { inPlaceErrorMeta } from '../reporting/ErrorNotifier.tsx';

const QUERY_KEY = 'security';
const { security: securityEndpoints } = endpoints;

export interface SecurityFilter {
  page: number;
  person?: number | undefined;
  kind?: SecurityKind | undefined;
  /** Timestamps in ISO 8601. */
  from?: string | undefined;
  to?: string | undefined;
}

/** A page of security events. Refetched on every visit, because other users cause events all the time. */
export const useSecurityEvents = (filter: SecurityFilter) => {
  const api = useApi();
  return useQuery({
    queryKey: [QUERY_KEY, 'list', filter],
    queryFn: ({ signal }) => api(securityEndpoints.list, { query: filter, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: inPlaceErrorMeta,
  });
};

export const useSecurityPeople = () => {
  const api = useApi();
  const { data } = useQuery({
    queryKey: [QUERY_KEY, 'people'],
    queryFn: ({ signal }) => api(securityEndpoints.people, { signal }),
    meta: inPlaceErrorMeta,
  });
  return data ?? NO_PEOPLE;
};

const NO_PEOPLE: readonly { id: number; name: string }[] = [];
