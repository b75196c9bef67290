import { type GetDataOptions, type RaRecord, useDataProvider, useEvent, useGetList, useListParams } from 'react-admin';
import { MAX_PER_PAGE } from '#contract/limits.ts';
import type { Definition } from '../engine/types.ts';

/** How long a list stays fresh, in ms, so that no request is sent if the user returns to it quickly. */
const LIST_STALE_TIME_MS = 5000;

/**
 * One page of a list by its address. Replaces react-admin's `useListController`, which treats a failed request as an
 * empty page and jumps to the first page, so that the user loses their position.
 */
export const useListQuery = ({ name, collection }: Definition, rows: number) => {
  const dataProvider = useDataProvider();
  const [query] = useListParams({
    resource: name,
    perPage: rows,
    sort: { field: collection.sort[0], order: 'ASC' },
  });
  const { page, perPage, sort: field, order, filter, filterValues } = query;
  const sort = { field, order };
  const list = useGetList<RaRecord<number>>(
    name,
    { pagination: { page, perPage }, sort, filter },
    { placeholderData: previous => previous, retry: false, onError: () => undefined, staleTime: LIST_STALE_TIME_MS },
  );
  const { total, isFetching } = list;
  // Used by react-admin's buttons. They may request a larger page than the server returns.
  const getData = useEvent(async ({ maxResults = total ?? MAX_PER_PAGE, meta }: GetDataOptions = {}) => {
    const pagination = { page: 1, perPage: Math.min(maxResults, MAX_PER_PAGE) };
    if (pagination.perPage === 0) return [];
    return (await dataProvider.getList<RaRecord<number>>(name, { pagination, sort, filter: filterValues, meta })).data;
  });
  /** Null until the total is known. */
  const lastPage = total === undefined || isFetching ? null : Math.max(1, Math.ceil(total / perPage));
  return { ...list, resource: name, page, perPage, lastPage, sort, filterValues, getData };
};

export type ListQuery = ReturnType<typeof useListQuery>;
