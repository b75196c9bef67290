import { useState } from 'react';
import { useGetList } from 'react-admin';
import { useNotifyOnError } from '#providers/reporting/ErrorNotifier.tsx';
import { useRecordNames } from '../list/useRecordNames.ts';

/**
 * Options found by the server's search. The chosen records, which it may not return, are offered until something is
 * typed: among the results, the first of them would be taken for the best match.
 */
export const useRecordOptions = (resource: string, selectedIds: readonly number[]) => {
  const [search, onSearch] = useState('');
  const {
    data = [],
    isFetching,
    error,
    refetch,
  } = useGetList(resource, {
    pagination: { page: 1, perPage: 20 },
    sort: { field: 'name', order: 'ASC' },
    filter: search ? { search } : {},
  });
  // A search that fails is reported in the list.
  useNotifyOnError(search ? null : error);
  const names = useRecordNames(resource, selectedIds);
  const labels = new Map<number, string>([
    ...data.map(record => [Number(record.id), String(record['name'])] as const),
    ...selectedIds.map((id, index) => [id, names[index] ?? ''] as const),
  ]);
  const foundIds = data.map(({ id }) => Number(id));
  return {
    options: search ? foundIds : [...new Set([...selectedIds, ...foundIds])],
    labelOf: (id: number) => labels.get(id) ?? `№ ${id}`,
    search: {
      loading: isFetching,
      onRetry: error ? () => void refetch() : undefined,
      onSearch,
    },
  };
};
