import { useEffect } from 'react';
import { useStoreContext } from 'react-admin';
import type { ResourceName } from '#contract/records.ts';

const keyOf = (name: ResourceName) => `preferences.tab.${name}`;

export const useKeepTab = (name: ResourceName, tab: string | null): void => {
  const { setItem } = useStoreContext();
  useEffect(() => {
    if (tab !== null) setItem(keyOf(name), tab);
  }, [setItem, name, tab]);
};

export const useLastTab = (): ((name: ResourceName) => string | undefined) => {
  const { getItem } = useStoreContext();
  return name => getItem<string>(keyOf(name));
};
