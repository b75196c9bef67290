import { useEffect, useState } from 'react';
import { type LeftForm, useVault } from '#providers/vault.ts';
import { useKeeper } from '#resources/schema/edit/KeepTyped.tsx';
import type { Staged } from './useStaged.ts';

/** Keeps the edits of a platform's tree in the browser, and hears what other forms of it have left. */
export const useKeptTree = (platform: string, { changes, isChanged, version }: Staged) => {
  const vault = useVault();
  const { place, keeper } = useKeeper(`categories/${platform}`, null);
  const [all, setAll] = useState<LeftForm[]>([]);
  useEffect(() => {
    keeper.keep({ version, base: {}, typed: isChanged ? { changes } : {} });
  }, [keeper, version, changes, isChanged]);
  useEffect(() => vault.onLeft(place, setAll), [vault, place]);
  const [left = null] = all;
  const settle = () => {
    if (!left) return;
    setAll(all.filter(({ id }) => id !== left.id));
    void vault.drop(place, left);
  };
  return { place, keeper, left, settle };
};
