import { useEffect } from 'react';
import { useStoreContext } from 'react-admin';
import type { ResourceName } from '#contract/records.ts';

const buildStorageKey = (name: ResourceName) => `preferences.tab.${name}`;

export const useRememberTab = (name: ResourceName, tab: string | null): void => {
  const { setItem } = useStoreContext();
  useEffect(() => {
    if (tab !== null) setItem(buildStorageKey(name), tab);
  }, [setItem, name, tab]);
};

export const useLastTab = (): ((name: ResourceName) => string | undefined) => {
  const { getItem } = useStoreContext();
  return name => getItem<string>(buildStorageKey(name));
};
