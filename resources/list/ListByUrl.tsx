import { type ReactNode, useEffect } from 'react';
import { ListContextProvider, ResourceContextProvider, useNotify } from 'react-admin';
import { Navigate } from 'react-router-dom';
import { useT } from '#providers/locale/i18nProvider.ts';
import type { Definition } from '../engine/types.ts';
import { SelectionContext, toStockSelection, useListSelection } from './selection.ts';
import { useListQuery } from './useListQuery.ts';
import { FiltersContext, useListUrl } from './useListUrl.ts';
import { usePerPage } from './usePerPage.ts';
import { useSelectAll } from './useSelectAll.ts';

/** Stores a list's query in the URL, so that users can link to a list and return to it. */
export const ListByUrl = ({ definition, children }: { definition: Definition; children: ReactNode }) => {
  const [perPage] = usePerPage(definition.name);
  const { filters, list } = useListUrl(useListQuery(definition, perPage));
  const selection = useListSelection(definition.name);
  const selectAll = useSelectAll(definition.name, list, selection);
  return (
    <ResourceContextProvider value={definition.name}>
      <SelectionContext value={selection}>
        <ListContextProvider value={{ ...list, ...toStockSelection(selection), onSelectAll: () => void selectAll() }}>
          <FiltersContext value={filters}>{children}</FiltersContext>
        </ListContextProvider>
      </SelectionContext>
    </ResourceContextProvider>
  );
};

/** Redirects to the valid part of a query, which the server would refuse as a whole, and shows a notice. */
export const RedirectToValidQuery = ({ search }: { search: string }) => {
  const t = useT();
  const notify = useNotify();
  useEffect(() => notify(t('shell.addressCorrected'), { type: 'info' }), [t, notify]);
  return <Navigate to={{ search }} replace />;
};
