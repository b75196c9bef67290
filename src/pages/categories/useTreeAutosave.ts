import { useEffect, useState } from 'react';
import { type UnsavedDraft, useFormAutosave } from '#providers/forms/formAutosave.ts';
import { useFormAutosaver } from '#resources/form/AutosaveForm.tsx';
import type { StagedTree } from './useStagedTree.ts';

export const useTreeAutosave = (platform: string, { changes, isChanged, version }: StagedTree) => {
  const autosave = useFormAutosave();
  const { form, autosaver } = useFormAutosaver(`categories/${platform}`, null);
  const [drafts, setAll] = useState<UnsavedDraft[]>([]);
  useEffect(() => {
    autosaver.save({ version, base: {}, typed: isChanged ? { changes } : {} });
  }, [autosaver, version, changes, isChanged]);
  useEffect(() => autosave.onUnsavedDrafts(form, setAll), [autosave, form]);
  const [draft = null] = drafts;
  const settle = () => {
    if (!draft) return;
    setAll(drafts.filter(({ id }) => id !== draft.id));
    void autosave.remove(form, draft);
  };
  return { autosaver, draft, settle };
};
