import type { ListControllerResult } from 'react-admin';
import { fetchIds } from '#providers/http/bulkCalls.ts';
import { useApi } from '#providers/http/useApi.ts';
import { useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';
import type { Selection } from './selection.ts';

type ListTotals = Pick<ListControllerResult, 'filterValues' | 'sort'>;

/** Selects all matching records across all pages. */
export const useSelectAll = (
  resource: string,
  { filterValues, sort }: ListTotals,
  selection: Selection,
): (() => Promise<void>) => {
  const api = useApi();
  const notifyError = useNotifyError();
  return async () => {
    try {
      selection.set(await fetchIds(api, resource, { filter: filterValues ?? {}, sort }), true);
    } catch (error) {
      notifyError(error);
    }
  };
};
