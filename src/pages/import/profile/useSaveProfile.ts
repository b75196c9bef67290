import { useState } from 'react';
import { useNotify } from 'react-admin';
import { findApiError } from '#providers/http/httpError.ts';
import { getConflictingProfile, useChangeImportProfile } from '#providers/jobs/importProfiles.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';
import type { ProfileDraft } from './useProfileDraft.ts';

/** Saves a profile as a whole. After a 409 nothing is replaced, and the user's input stays. */
export const useSaveProfile = (id: number, draft: ProfileDraft) => {
  const t = useT();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const changeMutation = useChangeImportProfile(id);
  const [takenName, setTakenName] = useState<{ name: string; error: string } | null>(null);
  const { name, mapping } = draft;
  const isNamed = name.trim() !== '';
  /** @param version the version to replace, if it differs from the version that was edited */
  const save = (version = draft.version ?? undefined) => {
    if (changeMutation.isPending || !isNamed) return;
    changeMutation.mutate(
      { name: name.trim(), mapping, version },
      {
        onSuccess: saved => {
          draft.settle(
            { name, mapping },
            { content: { name: saved.name, mapping: saved.mapping }, version: saved.version },
          );
          notify(t('importPage.profile.saved'), { type: 'success' });
        },
        onError: error => {
          const [nameError] = findApiError(error)?.errors['name'] ?? [];
          if (nameError) setTakenName({ name, error: nameError });
          // The conflict is shown next to the user's input.
          else if (!getConflictingProfile(error)) notifyError(error);
        },
      },
    );
  };
  const takenNameError = takenName?.name === name ? takenName.error : null;
  return {
    save,
    isSaving: changeMutation.isPending,
    isPossible: isNamed,
    nameProblem: isNamed ? takenNameError : t('importPage.profile.noName'),
  };
};

export type ProfileSaving = ReturnType<typeof useSaveProfile>;
