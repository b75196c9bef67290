import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { DataProvider } from 'ra-core';
import type { ProfileStore } from '#providers/session/profile.ts';
import type { Definition } from '../engine/types.ts';
import { LIST_AGE, readFields } from '../list/readList.ts';
import { bringTab } from './lazyEditor.ts';

/** One record, as `useGetOne` of ra-core 5.15 asks for it. */
export const recordQuery = (provider: DataProvider, resource: string, id: number | string) =>
  queryOptions({
    queryKey: [resource, 'getOne', { id: String(id), meta: undefined }],
    queryFn: async ({ signal }) => (await provider.getOne(resource, { id, signal })).data,
    retry: false,
  });

interface Read {
  state: { dataUpdatedAt: number };
}

/** When a record was read that its page begins with. */
const readAt = new WeakMap<Read, number>();

/**
 * How long a record is new, in ms: what its page began with as long as a list is. Any other is read again by whoever
 * opens it: a list that shows it renews the time of what was read long ago, and not its values.
 */
export const recordAge = (query: Read): number => (readAt.get(query) === query.state.dataUpdatedAt ? LIST_AGE : 0);

interface Reading {
  queryClient: QueryClient;
  dataProvider: DataProvider;
  profile: Pick<ProfileStore, 'can'>;
}

/** Reads a record, the fields that people defined, and the code of a tab, into where its editor will look for them. */
export const readRecord = async (
  reading: Reading,
  definition: Definition,
  { id, tab }: { id: string; tab: string | null },
): Promise<void> => {
  const { queryClient, dataProvider } = reading;
  const asked = recordQuery(dataProvider, definition.name, id);
  await Promise.all([
    bringTab(definition, tab),
    readFields(reading, definition),
    queryClient.prefetchQuery(asked).then(() => {
      const query = queryClient.getQueryCache().find(asked);
      if (query) readAt.set(query, query.state.dataUpdatedAt);
    }),
  ]);
};
