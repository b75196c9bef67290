import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import type { z } from 'zod';
import { endpoints } from '#contract/endpoints.ts';
import type { ColumnRule } from '#contract/importMapping.ts';
import {
  type PreparedChoices,
  PreparedImport,
  type PreparedRow,
  type PreparedRows,
  preparedLimits,
  type RowOutcome,
  type SaveProfileBody,
} from '#contract/preparing.ts';
import { findApiError } from '../http/httpError.ts';
import { useApi } from '../http/useApi.ts';
import { inPlaceErrorMeta } from '../reporting/ErrorNotifier.tsx';
import { getOwnRevision, sendAfterOwnChanges } from './ownRevisions.ts';

const preparedEndpoints = endpoints.preparedImports;
const QUERY_KEY = 'prepared';
const buildQueryKey = (id: number) => [QUERY_KEY, id] as const;

/** Poll interval while a preview is being counted, in ms. */
const COUNTING_POLL_MS = 700;

export const usePreparedUploads = () => {
  const api = useApi();
  return useQuery({
    queryKey: [QUERY_KEY],
    queryFn: ({ signal }) => api(preparedEndpoints.list, { signal }),
    meta: inPlaceErrorMeta,
  });
};

export const usePreparedImport = (id: number) => {
  const api = useApi();
  return useQuery({
    queryKey: buildQueryKey(id),
    queryFn: ({ signal }) => api(preparedEndpoints.read, { params: { id }, signal }),
    refetchInterval: ({ state }) => state.data !== undefined && state.data.progress < 100 && COUNTING_POLL_MS,
    meta: inPlaceErrorMeta,
  });
};

/** Shows an upload as a change left it. A poll that was sent before, or while, the change was made would show older choices. */
const showUpload = async (client: QueryClient, upload: PreparedImport): Promise<void> => {
  const queryKey = buildQueryKey(upload.id);
  await client.cancelQueries({ queryKey, exact: true });
  client.setQueryData(queryKey, upload);
};

const { rowsPerPage } = preparedLimits;

/** Refetches an upload from an event handler and caches the response, so that the screen shows it at once. */
export const usePreparedImportQueries = (id: number) => {
  const api = useApi();
  const client = useQueryClient();
  const cachePreparedImport = async (response: Promise<PreparedImport>): Promise<PreparedImport> => {
    const preparedImport = await response;
    await showUpload(client, preparedImport);
    return preparedImport;
  };
  const readPreparedImport = (signal: AbortSignal) =>
    cachePreparedImport(api(preparedEndpoints.read, { params: { id }, signal }));
  return {
    read: readPreparedImport,
    getOwnRevision: (seenRevision: number) => getOwnRevision(client, { id, revision: seenRevision }),
    /** Compares the rows with the stored products again. Rejects when the signal is aborted. */
    recheck: async (signal: AbortSignal) => {
      let preparedImport = await cachePreparedImport(
        api(preparedEndpoints.change, { params: { id }, body: {}, signal }),
      );
      while (preparedImport.progress < 100) {
        await new Promise(resolve => setTimeout(resolve, COUNTING_POLL_MS));
        preparedImport = await readPreparedImport(signal);
      }
      return preparedImport;
    },
    reread: () => client.invalidateQueries({ queryKey: buildQueryKey(id), exact: true }),
  };
};

interface ListPart<Item> {
  total: number;
  items: readonly Item[];
}

/** A list that belongs to an upload, fetched in parts on demand. */
const useListParts = <Item>(
  queryKey: readonly unknown[],
  readPart: (page: { offset: number; limit: number }, signal: AbortSignal) => Promise<ListPart<Item>>,
) => {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => readPart({ offset: pageParam, limit: rowsPerPage }, signal),
    getNextPageParam: ({ total }, pages) => {
      const loadedCount = pages.reduce((sum, { items }) => sum + items.length, 0);
      return loadedCount < total ? loadedCount : undefined;
    },
    placeholderData: keepPreviousData,
    meta: inPlaceErrorMeta,
  });
  return {
    items: data?.pages.flatMap(({ items }) => items),
    error,
    retry: () => void refetch(),
    more: hasNextPage && { isReading: isFetchingNextPage, read: () => void fetchNextPage() },
  };
};

export const useCorrections = ({ id, revision }: Pick<PreparedImport, 'id' | 'revision'>) => {
  const api = useApi();
  const { items: corrections, ...rest } = useListParts(
    [...buildQueryKey(id), 'corrections', revision],
    (query, signal) => api(preparedEndpoints.corrections, { params: { id }, query, signal }),
  );
  return { corrections, ...rest };
};

/** The products that are missing from the table, sorted by name. */
export const useAbsentProducts = ({ id, shown_revision }: Pick<PreparedImport, 'id' | 'shown_revision'>) => {
  const api = useApi();
  const { items: products, ...rest } = useListParts([...buildQueryKey(id), 'absent', shown_revision], (query, signal) =>
    api(preparedEndpoints.absent, { params: { id }, query, signal }),
  );
  return { products, ...rest };
};

/** Only the most frequent unknown texts are listed. The others follow once the user has decided about these. */
const LISTED_UNKNOWN_VALUES = 1000;

export const useUnknownValues = ({ id, revision, progress }: PreparedImport, field: string) => {
  const api = useApi();
  return useQuery({
    // Complete only after the whole table has been read once, so the key includes the progress.
    queryKey: [...buildQueryKey(id), 'values', field, revision, progress === 100],
    queryFn: async ({ signal }) => {
      const query = { field, limit: LISTED_UNKNOWN_VALUES };
      return { ...(await api(preparedEndpoints.unknownValues, { params: { id }, query, signal })), revision };
    },
    placeholderData: keepPreviousData,
    meta: inPlaceErrorMeta,
  });
};

/** Debounce for previewing a rule while the user types, in ms. */
const TRIAL_DEBOUNCE_MS = 250;

/** The result of a rule for the first rows. A result stays until the next one arrives. */
export const useColumnTrial = ({ id, revision }: Pick<PreparedImport, 'id' | 'revision'>, rule: ColumnRule) => {
  const api = useApi();
  return useQuery({
    queryKey: [...buildQueryKey(id), 'trial', revision, rule],
    queryFn: async ({ signal }) => {
      await new Promise(resolve => setTimeout(resolve, TRIAL_DEBOUNCE_MS));
      signal.throwIfAborted();
      return api(preparedEndpoints.tryColumn, { params: { id }, body: { rule }, signal });
    },
    placeholderData: keepPreviousData,
    meta: inPlaceErrorMeta,
  });
};

/** @param outcome null for all rows */
export const countRows = (counts: PreparedImport['counts'], outcome: RowOutcome | null): number =>
  outcome ? counts[outcome] : Object.values(counts).reduce((sum, count) => sum + count, 0);

/**
 * Preview rows by index. Only the given pages (0-based) are fetched, since a table may have a hundred thousand rows.
 */
export const usePreparedRows = (
  { id, shown_revision, progress, counts }: PreparedImport,
  outcome: RowOutcome | null,
  pages: readonly number[],
) => {
  const api = useApi();
  const client = useQueryClient();
  const rowsKey = [...buildQueryKey(id), 'rows'];
  const results = useQueries({
    queries: pages.map(page => ({
      queryKey: [...rowsKey, outcome, page, shown_revision],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api(preparedEndpoints.rows, {
          params: { id },
          query: { ...(outcome && { outcome }), offset: page * rowsPerPage, limit: rowsPerPage },
          signal,
        }),
      // Keeps showing the rows that were read last, since most of them will be the same.
      placeholderData: () =>
        client
          .getQueriesData<PreparedRows>({ queryKey: [...rowsKey, outcome, page] })
          .findLast(([, data]) => data)?.[1],
      staleTime: Number.POSITIVE_INFINITY,
      meta: inPlaceErrorMeta,
    })),
  });
  const total = countRows(counts, outcome);
  useEffect(() => {
    void client.invalidateQueries({ queryKey: [...buildQueryKey(id), 'rows'] });
    // biome-ignore lint/correctness/useExhaustiveDependencies: pages fill while the table is counted
  }, [client, id, shown_revision, progress, total]);
  return {
    error: results.find(({ error }) => error)?.error ?? null,
    retry: () => {
      for (const { error, refetch } of results) if (error) void refetch();
    },
    at: (index: number): PreparedRow | undefined =>
      results[pages.indexOf(Math.floor(index / rowsPerPage))]?.data?.items[index % rowsPerPage],
  };
};

/**
 * Resolves to null if the change failed and the user was told, so that the form can keep the typed values.
 * @param seenRevision the revision that the user has seen; by default, the revision that is shown. A form passes the
 * revision with which it was opened.
 */
export type ChangePreparedImport = (changes: PreparedChoices, seenRevision?: number) => Promise<PreparedImport | null>;

/** The current upload, if a change was refused because the upload has changed; null for any other error. */
export const getConflictingUpload = (error: unknown): PreparedImport | null => {
  const failure = findApiError(error);
  return failure?.kind === 'conflict' ? (PreparedImport.safeParse(failure.result).data ?? null) : null;
};

/** Shows the current upload that was returned with a refused change. */
export const useShowUpload = () => {
  const client = useQueryClient();
  return (upload: PreparedImport): void => void showUpload(client, upload);
};

export const useChangePreparedImport = (id: number) => {
  const api = useApi();
  const client = useQueryClient();
  const mutationKey = buildQueryKey(id);
  return useMutation({
    mutationKey,
    // Changes are sent one at a time, because each response contains the choices right after its change.
    scope: { id: mutationKey.join(' ') },
    mutationFn: ({ changes, revision }: { changes: PreparedChoices; revision: number }) =>
      sendAfterOwnChanges(client, { id, revision }, seenRevision =>
        api(preparedEndpoints.change, { params: { id }, body: { ...changes, revision: seenRevision } }),
      ),
    // Applied optimistically, because the user's next choice may depend on this one.
    onMutate: async ({ changes: { mapping } }) => {
      await client.cancelQueries({ queryKey: mutationKey, exact: true });
      if (mapping !== undefined)
        client.setQueryData<PreparedImport>(mutationKey, before => before && { ...before, mapping });
    },
    onSuccess: changedImport =>
      client.isMutating({ mutationKey }) <= 1 ? showUpload(client, changedImport) : undefined,
    onError: () => client.invalidateQueries({ queryKey: mutationKey, exact: true }),
  });
};

/** Adds or replaces the archive of images that comes with a table; null removes it. */
export const useChangeImageArchive = ({ id, revision }: Pick<PreparedImport, 'id' | 'revision'>) => {
  const api = useApi();
  const client = useQueryClient();
  const mutationKey = buildQueryKey(id);
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join(' ') },
    mutationFn: (file: File | null) =>
      sendAfterOwnChanges(client, { id, revision }, () =>
        file
          ? api(preparedEndpoints.addImages, { params: { id }, file })
          : api(preparedEndpoints.removeImages, { params: { id } }),
      ),
    onSuccess: changed => showUpload(client, changed),
  });
};

export const useSaveImportProfile = ({ id, revision }: Pick<PreparedImport, 'id' | 'revision'>) => {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    // Waits for changes that are still being sent, because they lead to another revision.
    scope: { id: buildQueryKey(id).join(' ') },
    mutationFn: (body: Omit<z.input<typeof SaveProfileBody>, 'revision'>) =>
      sendAfterOwnChanges(client, { id, revision }, seenRevision =>
        api(preparedEndpoints.remember, { params: { id }, body: { ...body, revision: seenRevision } }),
      ),
    onSuccess: changedImport => showUpload(client, changedImport),
  });
};

export const useRemovePreparedImport = () => {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api(preparedEndpoints.remove, { params: { id } }),
    onSuccess: (_, id) => {
      client.removeQueries({ queryKey: buildQueryKey(id) });
      return client.invalidateQueries({ queryKey: [QUERY_KEY], exact: true });
    },
  });
};
