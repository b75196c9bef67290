import { useGetList } from 'react-admin';
import { useReadError } from '#providers/reporting/ErrorNotifier.tsx';
import { listAddress } from '#resources/engine/addresses.ts';
import type { Definition } from '#resources/engine/types.ts';

/** How many records match, without fetching them; a placeholder while unknown. */
export const useTotal = ({ name }: Definition, filter: Record<string, unknown>): number | string => {
  const page = { pagination: { page: 1, perPage: 1 }, sort: { field: 'id', order: 'ASC' } } as const;
  const { total, error } = useGetList(name, { ...page, filter });
  useReadError(error);
  return total ?? (error ? '—' : '…');
};

/** The list that a number counts. */
export const countedList = ({ name }: Definition, filter: Record<string, unknown>): string =>
  `${listAddress(name)}?${new URLSearchParams({ filter: JSON.stringify(filter) }).toString()}`;
