import { useEffect, useState } from 'react';
import {
  type FormAutosaver,
  type FormContents,
  type UnsavedDraft,
  useFormAutosave,
} from '#providers/forms/formAutosave.ts';
import { useFormAutosaver } from './AutosaveForm.tsx';

interface AutosavedDraft {
  autosaver: FormAutosaver;
  /** The draft that a closed form has left behind; null if there is none. */
  draft: UnsavedDraft | null;
  /** Removes that draft, because it was restored or dropped. */
  settle: () => void;
}

/**
 * Autosave for content that is edited without a react-admin form.
 * @param contents must be the same object until it changes
 */
export const useAutosavedDraft = (resource: string, record: number | null, contents: FormContents): AutosavedDraft => {
  const autosave = useFormAutosave();
  const { form, autosaver } = useFormAutosaver(resource, record);
  const [drafts, setDrafts] = useState<UnsavedDraft[]>([]);
  useEffect(() => autosaver.save(contents), [autosaver, contents]);
  useEffect(() => autosave.onUnsavedDrafts(form, setDrafts), [autosave, form]);
  const [draft = null] = drafts;
  const settle = () => {
    if (!draft) return;
    setDrafts(drafts.filter(({ id }) => id !== draft.id));
    void autosave.remove(form, draft);
  };
  return { autosaver, draft, settle };
};
