import { useState } from 'react';
import type { ImportProfile, PreparedImport } from '#contract/preparing.ts';
import { getConflictingProfile } from '#providers/jobs/importProfiles.ts';
import { getConflictingUpload, useSaveImportProfile } from '#providers/jobs/preparing.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';
import { Button } from '#ui/Button.tsx';
import { Question } from '#ui/Dialog.tsx';
import { TextField } from '#ui/TextField.tsx';
import preview from './Preview.module.css';
import { useSavedByText } from './useSavedByText.ts';

interface ProfileFormProps {
  preparedImport: PreparedImport;
  onOutdated: (upload: PreparedImport) => void;
}

/** Saves the column choices as a profile, so that the sender's next file needs none. */
export const ProfileForm = ({ preparedImport, onOutdated }: ProfileFormProps) => {
  const t = useT();
  const savedBy = useSavedByText();
  const notifyError = useNotifyError();
  const saveMutation = useSaveImportProfile(preparedImport);
  const [typedName, setTypedName] = useState<string | null>(null);
  const [takenProfile, setTakenProfile] = useState<ImportProfile | null>(null);
  const name = typedName ?? preparedImport.profile?.name ?? '';
  const remember = (version?: number) =>
    saveMutation.mutate(
      { name: name.trim(), version },
      {
        onSuccess: () => setTakenProfile(null),
        onError: error => {
          const other = getConflictingProfile(error);
          const currentUpload = getConflictingUpload(error);
          setTakenProfile(other);
          if (currentUpload) onOutdated(currentUpload);
          else if (!other) notifyError(error);
        },
      },
    );
  return (
    <form
      className={preview['layout']}
      onSubmit={event => {
        event.preventDefault();
        remember();
      }}
    >
      <TextField
        label={t('importPage.columns.profile')}
        helperText={t('importPage.columns.profileAbout')}
        value={name}
        onChange={({ target }) => setTypedName(target.value)}
      />
      <Button type="submit" variant="outlined" disabled={!name.trim()} loading={saveMutation.isPending}>
        {t('importPage.columns.remember')}
      </Button>
      {saveMutation.isSuccess && <span role="status">{t('importPage.columns.remembered')}</span>}
      {takenProfile && (
        <Question
          title={t('importPage.profiles.replaceAsk', { name: takenProfile.name })}
          confirm={t('importPage.profiles.replace')}
          isPending={saveMutation.isPending}
          onConfirm={() => remember(takenProfile.version)}
          onClose={() => setTakenProfile(null)}
        >
          {t('importPage.profiles.replaceText', { by: savedBy(takenProfile) })}
        </Question>
      )}
    </form>
  );
};
