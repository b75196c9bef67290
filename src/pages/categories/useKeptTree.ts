import { useEffect, useState } from 'react';
import { type UnsavedDraft, useFormAutosave } from '#providers/forms/formAutosave.ts';
import { useKeeper } from '#resources/form/AutosaveForm.tsx';
import type { Staged } from './useStaged.ts';

/** Autosaves the edits of a tree and finds those of earlier visits. */
export const useKeptTree = (platform: string, { changes, isChanged, version }: Staged) => {
  const autosave = useFormAutosave();
  const { place, keeper } = useKeeper(`categories/${platform}`, null);
  const [all, setAll] = useState<UnsavedDraft[]>([]);
  useEffect(() => {
    keeper.save({ version, base: {}, typed: isChanged ? { changes } : {} });
  }, [keeper, version, changes, isChanged]);
  useEffect(() => autosave.onUnsavedDrafts(place, setAll), [autosave, place]);
  const [left = null] = all;
  const settle = () => {
    if (!left) return;
    setAll(all.filter(({ id }) => id !== left.id));
    void autosave.remove(place, left);
  };
  return { place, keeper, left, settle };
};
