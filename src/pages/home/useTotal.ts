import { useGetList } from 'react-admin';
import { useNotifyOnError } from '#providers/reporting/ErrorNotifier.tsx';
import type { Definition } from '#resources/engine/types.ts';

/** Requests a page of one record, because only the total is needed. Shows a placeholder while loading. */
export const useTotal = ({ name }: Definition, filter: Record<string, unknown>): number | string => {
  const page = { pagination: { page: 1, perPage: 1 }, sort: { field: 'id', order: 'ASC' } } as const;
  const { total, error } = useGetList(name, { ...page, filter });
  useNotifyOnError(error);
  return total ?? (error ? '—' : '…');
};
