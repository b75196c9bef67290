import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { DataProvider } from 'ra-core';
import type { ProfileStore } from '#providers/profile.ts';
import { readFields } from '../list/readList.ts';
import type { Definition } from '../types.ts';
import { bringTab } from './lazyEditor.ts';

/** One record, as `useGetOne` of ra-core 5.15 asks for it. */
export const recordQuery = (provider: DataProvider, resource: string, id: number | string) =>
  queryOptions({
    queryKey: [resource, 'getOne', { id: String(id), meta: undefined }],
    queryFn: async ({ signal }) => (await provider.getOne(resource, { id, signal })).data,
  });

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
  await Promise.all([
    bringTab(definition, tab),
    readFields(reading, definition),
    queryClient.prefetchQuery(recordQuery(dataProvider, definition.name, id)),
  ]);
};
