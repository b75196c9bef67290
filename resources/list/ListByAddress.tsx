import { type ReactNode, useEffect } from 'react';
import { ListContextProvider, useNotify } from 'react-admin';
import { Navigate } from 'react-router-dom';
import { useT } from '#providers/locale/i18nProvider.ts';
import { FiltersContext, useListAddress } from './useListAddress.ts';

/** Around what shows a list: its controls set its address, and its filters stand in it. */
export const ListByAddress = ({ children }: { children: ReactNode }) => {
  const { filters, list } = useListAddress();
  return (
    <ListContextProvider value={list}>
      <FiltersContext value={filters}>{children}</FiltersContext>
    </ListContextProvider>
  );
};

/** Goes on with what a list knows of an address, which otherwise would be refused as a whole, and says so. */
export const ToCleanAddress = ({ search }: { search: string }) => {
  const t = useT();
  const notify = useNotify();
  useEffect(() => notify(t('shell.addressMended'), { type: 'info' }), [t, notify]);
  return <Navigate to={{ search }} replace />;
};
