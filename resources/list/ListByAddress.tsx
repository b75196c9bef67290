import { type ReactNode, useEffect } from 'react';
import { ListContextProvider, useNotify } from 'react-admin';
import { Navigate } from 'react-router-dom';
import { useT } from '#providers/locale/i18nProvider.ts';
import { FiltersContext, useListAddress } from './useListAddress.ts';

/** Keeps a list's query in the address, so that a list can be linked to and restored. */
export const ListByAddress = ({ children }: { children: ReactNode }) => {
  const { filters, list } = useListAddress();
  return (
    <ListContextProvider value={list}>
      <FiltersContext value={filters}>{children}</FiltersContext>
    </ListContextProvider>
  );
};

/** Redirects to the valid part of a query, which the server would refuse as a whole, and shows a notice. */
export const RedirectToValidQuery = ({ search }: { search: string }) => {
  const t = useT();
  const notify = useNotify();
  useEffect(() => notify(t('shell.addressMended'), { type: 'info' }), [t, notify]);
  return <Navigate to={{ search }} replace />;
};
