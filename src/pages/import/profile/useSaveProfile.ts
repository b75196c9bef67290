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
  const changing = useChangeImportProfile(id);
  const [taken, setTaken] = useState<{ name: string; fault: string } | null>(null);
  const { name, arrangement } = draft;
  const isNamed = name.trim() !== '';
  /** @param version the version to replace, if it differs from the version that was edited */
  const save = (version = draft.version) => {
    if (changing.isPending || !isNamed) return;
    changing.mutate(
      { name: name.trim(), arrangement, version },
      {
        onSuccess: () => {
          draft.discard();
          notify(t('importPage.profile.saved'), { type: 'success' });
        },
        onError: error => {
          const [fault] = findApiError(error)?.errors['name'] ?? [];
          if (fault) setTaken({ name, fault });
          // The conflict is shown next to the user's input.
          else if (!getConflictingProfile(error)) notifyError(error);
        },
      },
    );
  };
  const takenFault = taken?.name === name ? taken.fault : null;
  return {
    save,
    isSaving: changing.isPending,
    isPossible: isNamed,
    nameFault: isNamed ? takenFault : t('importPage.profile.noName'),
  };
};

export type ProfileSaving = ReturnType<typeof useSaveProfile>;
