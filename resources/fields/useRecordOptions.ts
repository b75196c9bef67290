import { useState } from 'react';
import { useGetList } from 'react-admin';
import { useReadError } from '#providers/reporting/ErrorNotifier.tsx';
import { useRecordNames } from '../list/useRecordNames.ts';

/** Records of a resource to choose from, found by a search on the server, and what they and the chosen ones are called. */
export const useRecordOptions = (of: string, chosen: readonly number[]) => {
  const [search, onSearch] = useState('');
  const {
    data = [],
    isFetching,
    error,
  } = useGetList(of, {
    pagination: { page: 1, perPage: 20 },
    sort: { field: 'name', order: 'ASC' },
    filter: search ? { search } : {},
  });
  useReadError(error);
  const names = useRecordNames(of, chosen);
  const labels = new Map<number, string>([
    ...data.map(record => [Number(record.id), String(record['name'])] as const),
    ...chosen.map((id, index) => [id, names[index] ?? ''] as const),
  ]);
  return {
    found: data.map(({ id }) => Number(id)),
    labelOf: (id: number) => labels.get(id) ?? `№ ${id}`,
    isLoading: isFetching,
    onSearch,
  };
};
