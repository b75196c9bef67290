import { useState } from 'react';
import type { ImportProfile, NewProfile } from '#contract/preparing.ts';
import { getConflictingProfile, useChangeImportProfile } from '#providers/jobs/importProfiles.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { TextField } from '#ui/TextField.tsx';
import styles from './ColumnDialog.module.css';
import { useSavedByText } from './useSavedByText.ts';

interface TakenNameDialogProps {
  fileProfile: NewProfile;
  /** The profile that already has this name. */
  existingProfile: ImportProfile;
  isCreating: boolean;
  onRename: (name: string) => void;
  /** The profile to replace has been saved in the meantime. */
  onChanged: (existingProfile: ImportProfile) => void;
  onOpen: (id: number) => void;
  onClose: () => void;
}

/** Asks whether a profile from a file should get a different name or replace the profile with the same name. */
export const TakenNameDialog = (props: TakenNameDialogProps) => {
  const { fileProfile, existingProfile, isCreating, onRename, onChanged, onOpen, onClose } = props;
  const t = useT();
  const savedBy = useSavedByText();
  const notifyError = useNotifyError();
  const changeMutation = useChangeImportProfile(existingProfile.id);
  const [name, setName] = useState(fileProfile.name);
  const isOtherName = name.trim() !== '' && name.trim().toLowerCase() !== existingProfile.name.toLowerCase();
  const replace = () =>
    changeMutation.mutate(
      { mapping: fileProfile.mapping, version: existingProfile.version },
      {
        onSuccess: ({ id }) => onOpen(id),
        onError: error => {
          const changedProfile = getConflictingProfile(error);
          if (changedProfile) onChanged(changedProfile);
          notifyError(error);
        },
      },
    );
  return (
    <Dialog
      title={t('importPage.profileFile.taken', { name: existingProfile.name })}
      className={styles['column']}
      onClose={isCreating || changeMutation.isPending ? undefined : onClose}
      actions={
        <Button disabled={isCreating} loading={changeMutation.isPending} onClick={replace}>
          {t('importPage.profiles.replace')}
        </Button>
      }
      action={
        <Button
          variant="contained"
          disabled={!isOtherName || changeMutation.isPending}
          loading={isCreating}
          onClick={() => onRename(name.trim())}
        >
          {t('importPage.profileFile.add')}
        </Button>
      }
    >
      <p>{t('importPage.profileFile.takenText', { by: savedBy(existingProfile) })}</p>
      <TextField
        label={t('importPage.profileFile.otherName')}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
    </Dialog>
  );
};
