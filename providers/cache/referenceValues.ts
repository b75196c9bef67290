import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { z } from 'zod';
import { endpoints } from '#contract/endpoints.ts';
import { channels } from '#contract/events.ts';
import type { Api } from '../http/http.ts';
import { useApi } from '../http/useApi.ts';
import { isOlderThan } from '../realtime/liveRecords.ts';
import { useRealtime } from '../realtime/realtime.ts';

export type ReferenceItem = z.output<typeof endpoints.references.values.result>[number];

export interface ReferenceValues {
  values: readonly ReferenceItem[];
  byId: ReadonlyMap<number, ReferenceItem>;
  isLoading: boolean;
  error: Error | null;
}

const QUERY_KEY = 'reference-values';
const NO_VALUES: ReferenceValues['values'] = [];
const NO_VALUES_BY_ID: ReferenceValues['byId'] = new Map();

/** Loaded values stay valid until an event says that they changed (§4). */
const buildValuesQuery = (api: Api, name: string, search: string) =>
  queryOptions({
    queryKey: [QUERY_KEY, name, search],
    queryFn: ({ signal }) => api(endpoints.references.values, { params: { name }, query: { search }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: search ? 60_000 : Number.POSITIVE_INFINITY,
  });

/** Loaded on first use (§4). `search` filters on the server. */
export const useReferenceValues = (name: string, search = ''): ReferenceValues => {
  const api = useApi();
  const { data, isPending, error } = useQuery(buildValuesQuery(api, name, search));
  return {
    values: data ?? NO_VALUES,
    byId: data ? indexById(data) : NO_VALUES_BY_ID,
    isLoading: isPending,
    error,
  };
};

const indexCache = new WeakMap<readonly ReferenceItem[], ReferenceValues['byId']>();

/** The index is cached per response, because every cell of a list needs it. */
const indexById = (values: readonly ReferenceItem[]): ReferenceValues['byId'] => {
  const valuesById = indexCache.get(values) ?? new Map(values.map(value => [value.id, value]));
  indexCache.set(values, valuesById);
  return valuesById;
};

/** Refetches mounted lists now and other lists on their next use (§4). */
export const invalidateReference = (client: QueryClient, name: string): Promise<void> =>
  client.invalidateQueries({ queryKey: [QUERY_KEY, name] });

/** Handles REFERENCES_CHANGE_EVENT (§4). Mount once, below the query client. */
export const useReferenceChanges = (): void => {
  const realtime = useRealtime();
  const client = useQueryClient();
  useEffect(() => {
    const cleanups = [
      realtime.on('REFERENCES_CHANGE_EVENT', ({ message }) => {
        realtime.rejoin(channels.references);
        if (message?.code_reference) void invalidateReference(client, message.code_reference);
      }),
      realtime.join(channels.references, quietMs => {
        const predicate = isOlderThan(quietMs);
        void client.invalidateQueries({ queryKey: [QUERY_KEY], predicate });
      }),
    ];
    return () => {
      for (const end of cleanups) end();
    };
  }, [client, realtime]);
};

/** §4: both groups keep their order. */
export const sortChosenFirst = <T extends { id: number }>(values: readonly T[], ids: Iterable<number>): T[] => {
  const selectedIds = new Set(ids);
  return [...values.filter(({ id }) => selectedIds.has(id)), ...values.filter(({ id }) => !selectedIds.has(id))];
};
