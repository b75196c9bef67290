import { useEffect } from 'react';
import { type RaRecord, useGetList, useListParams } from 'react-admin';
import type { Definition } from '../engine/types.ts';

/** How long a list stays fresh, in ms, so that quick returns send no request. */
const LIST_AGE = 5000;

/**
 * One page of a list by its address. In place of react-admin's `useListController`, which takes a failed request for an
 * empty page and goes to the first one, so that the place in the list is lost.
 */
export const useListQuery = ({ name, collection }: Definition, rows: number) => {
  const [query, { setPage }] = useListParams({
    resource: name,
    perPage: rows,
    sort: { field: collection.sort[0], order: 'ASC' },
  });
  const { page, perPage, sort: field, order, filter, filterValues } = query;
  const sort = { field, order };
  const list = useGetList<RaRecord<number>>(
    name,
    { pagination: { page, perPage }, sort, filter },
    { placeholderData: previous => previous, retry: false, onError: () => undefined, staleTime: LIST_AGE },
  );
  const { total, isFetching } = list;
  const last = total === undefined || isFetching ? page : Math.max(1, Math.ceil(total / perPage));
  useEffect(() => {
    // The records of the last page may be deleted, here or elsewhere.
    if (page > last) setPage(last);
  }, [page, last, setPage]);
  return { ...list, resource: name, page, perPage, sort, filterValues };
};

export type ListQuery = ReturnType<typeof useListQuery>;
