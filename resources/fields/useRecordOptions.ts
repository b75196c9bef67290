import { useState } from 'react';
import { useGetList } from 'react-admin';
import { useNotifyOnError } from '#providers/reporting/ErrorNotifier.tsx';
import { useRecordNames } from '../list/useRecordNames.ts';

/** Options found by the server's search, plus the names of the chosen records, which the search may not return. */
export const useRecordOptions = (resource: string, selectedIds: readonly number[]) => {
  const [search, onSearch] = useState('');
  const {
    data = [],
    isFetching,
    error,
  } = useGetList(resource, {
    pagination: { page: 1, perPage: 20 },
    sort: { field: 'name', order: 'ASC' },
    filter: search ? { search } : {},
  });
  useNotifyOnError(error);
  const names = useRecordNames(resource, selectedIds);
  const labels = new Map<number, string>([
    ...data.map(record => [Number(record.id), String(record['name'])] as const),
    ...selectedIds.map((id, index) => [id, names[index] ?? ''] as const),
  ]);
  return {
    found: data.map(({ id }) => Number(id)),
    labelOf: (id: number) => labels.get(id) ?? `№ ${id}`,
    isLoading: isFetching,
    onSearch,
  };
};
