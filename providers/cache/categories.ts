import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Category, CategoryTree } from '#contract/categories.ts';
import { endpoints } from '#contract/endpoints.ts';
import { channels } from '#contract/events.ts';
import { getCollection } from '#contract/records.ts';
import type { Api } from '../http/http.ts';
import { useApi } from '../http/useApi.ts';
import { isOlderThan, throttle } from '../realtime/liveRecords.ts';
import { useRealtime } from '../realtime/realtime.ts';
import { inPlaceErrorMeta } from '../reporting/ErrorNotifier.tsx';
import { useCan } from '../session/profile.ts';

export interface PlatformTree {
  platform: string;
  version: number;
  projects: readonly CategoryTree['project'][];
  categories: readonly Category[];
}

interface CategoryTrees {
  trees: readonly PlatformTree[];
  ids: readonly number[];
  getPath: (id: number) => readonly string[] | undefined;
  isLoading: boolean;
  error: Error | null;
  reload: () => void;
}

const QUERY_KEY = 'categories';

const buildTreesQuery = (api: Api) =>
  queryOptions({
    queryKey: [QUERY_KEY],
    queryFn: ({ signal }) => api(endpoints.categories.byProjects, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: inPlaceErrorMeta,
  });

/** Refetched only on CATEGORIES_CHANGE, because the trees are large and change rarely. */
export const useCategoryTrees = (): CategoryTrees => {
  const api = useApi();
  const realtime = useRealtime();
  const client = useQueryClient();
  const { data = NO_TREES, isPending, error, refetch } = useQuery(buildTreesQuery(api));
  useEffect(() => {
    const cleanups = [
      realtime.on('CATEGORIES_CHANGE', () => void client.invalidateQueries({ queryKey: [QUERY_KEY] })),
      realtime.join(channels.categories, quietMs => {
        const predicate = isOlderThan(quietMs);
        void client.invalidateQueries({ queryKey: [QUERY_KEY], predicate });
      }),
    ];
    return () => {
      for (const end of cleanups) end();
    };
  }, [client, realtime]);
  const { trees, ids, getPath } = indexTrees(data);
  return { trees, ids, getPath, isLoading: isPending, error, reload: () => void refetch() };
};

/** Throttle for recounting, in ms, because an import changes thousands of links per minute. */
const RECOUNT_INTERVAL_MS = 2000;
const COUNTED_RESOURCES = [
  { resource: 'catalog', slug: 'model.show-categories' },
  { resource: 'nomenclature', slug: 'product.show-categories' },
] as const;

/** Refetches the counts of linked records on mount and when links change, because counts have no event of their own. */
export const useFreshCounts = (): void => {
  const realtime = useRealtime();
  const client = useQueryClient();
  const can = useCan();
  // A string rather than an array, because a new array on every render would run the effect again.
  const subscribedChannels = COUNTED_RESOURCES.filter(
    ({ resource, slug }) => can(getCollection(resource).access.list) && can([slug]),
  )
    .map(({ resource, slug }) => channels.records(resource, slug))
    .join(' ');
  useEffect(() => {
    const recount = throttle(
      () => void client.invalidateQueries({ queryKey: [QUERY_KEY], exact: true }),
      RECOUNT_INTERVAL_MS,
    );
    if (client.getQueryData([QUERY_KEY])) recount.call();
    const cleanups = [
      recount.cancel,
      ...subscribedChannels
        .split(' ')
        .filter(Boolean)
        .map(channel => realtime.join(channel)),
      realtime.on('RECORDS_CHANGE', ({ resource }) => {
        if (COUNTED_RESOURCES.some(countedResource => countedResource.resource === resource)) recount.call();
      }),
    ];
    return () => {
      for (const end of cleanups) end();
    };
  }, [client, realtime, subscribedChannels]);
};

const NO_TREES: readonly CategoryTree[] = [];

interface CategoryIndex {
  trees: readonly PlatformTree[];
  ids: readonly number[];
  getPath: CategoryTrees['getPath'];
}

const indexCache = new WeakMap<readonly CategoryTree[], CategoryIndex>();

/** The index is cached per response, because every cell of a list needs it. */
const indexTrees = (entries: readonly CategoryTree[]): CategoryIndex => {
  const cachedIndex = indexCache.get(entries);
  if (cachedIndex) return cachedIndex;
  const trees = new Map<string, PlatformTree>();
  const paths = new Map<number, readonly string[]>();
  for (const { project, platform, version, categories } of entries) {
    const tree = trees.get(platform);
    trees.set(platform, { platform, version, categories, projects: [...(tree?.projects ?? []), project] });
    if (!tree) collectPaths(categories, [], paths);
  }
  const index = { trees: [...trees.values()], ids: [...paths.keys()], getPath: (id: number) => paths.get(id) };
  indexCache.set(entries, index);
  return index;
};

const collectPaths = (
  nodes: readonly Category[],
  parentPath: readonly string[],
  paths: Map<number, readonly string[]>,
) => {
  for (const { id, name, children } of nodes) {
    const path = [...parentPath, name];
    paths.set(id, path);
    collectPaths(children, path, paths);
  }
};
