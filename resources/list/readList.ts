import type { QueryClient } from '@tanstack/react-query';
import {
  type DataProvider,
  type GetListParams,
  getQuery,
  parseQueryFromLocation,
  type SortPayload,
  type Store,
} from 'ra-core';
import type { Collection } from '#contract/collection.ts';
import type { ProfileStore } from '#providers/session/profile.ts';
import type { Definition } from '../engine/types.ts';
import { fieldSources } from '../engine/useFields.ts';
import { cleanAddress } from './cleanAddress.ts';
import { perPageIn } from './usePerPage.ts';

/** How long what a list read is new, in ms: a screen that comes back to it asks for nothing. */
export const LIST_AGE = 5000;

/** The order of a list whose address says none. */
export const ownOrder = ({ sort }: Collection): SortPayload => ({ field: sort[0], order: 'ASC' });

interface Reading {
  queryClient: QueryClient;
  dataProvider: DataProvider;
  profile: Pick<ProfileStore, 'can'>;
  store: Store;
}

/** Reads what the list at an address will show, with the fields that people defined, into the cache of its screen. */
export const readList = async (reading: Reading, definition: Definition, search: string): Promise<void> => {
  const { name, collection } = definition;
  if (cleanAddress(definition, search) !== null) return;
  const { filter, page, perPage, sort, order } = getQuery({
    queryFromLocation: parseQueryFromLocation({ search }),
    params: {},
    filterDefaultValues: undefined,
    sort: ownOrder(collection),
    perPage: perPageIn(reading.store, name),
  });
  await Promise.all([
    readFields(reading, definition),
    prefetch(reading, name, { pagination: { page, perPage }, sort: { field: sort, order }, filter: filter ?? {} }),
  ]);
};

/** Reads the fields that people defined. */
export const readFields = (reading: Omit<Reading, 'store'>, definition: Definition): Promise<unknown> =>
  Promise.all(
    fieldSources(definition, reading.profile.can).map(({ resource, params }) => prefetch(reading, resource, params)),
  );

const prefetch = (
  { queryClient, dataProvider }: Omit<Reading, 'store'>,
  resource: string,
  params: GetListParams,
): Promise<void> =>
  queryClient.prefetchQuery({
    // As `useGetList` of ra-core 5.15 has it.
    queryKey: [resource, 'getList', params],
    queryFn: ({ signal }) => dataProvider.getList(resource, { ...params, signal }),
  });
