import { useState } from 'react';
import type { PreparedImport } from '#contract/preparing.ts';
import { useRememberProfile } from '#providers/jobs/preparing.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/TextField.tsx';
import preview from './Preview.module.css';

interface ProfileFormProps extends Pick<PreparedImport, 'id' | 'profile'> {}

/** Remembers the columns, so that the next file of the sender needs no choice. */
export const ProfileForm = ({ id, profile }: ProfileFormProps) => {
  const t = useT();
  const notifyError = useNotifyError();
  const remembering = useRememberProfile(id);
  const [typed, setTyped] = useState<string | null>(null);
  const name = typed ?? profile?.name ?? '';
  return (
    <form
      className={preview['layout']}
      onSubmit={event => {
        event.preventDefault();
        remembering.mutate(name.trim(), { onError: error => notifyError(error) });
      }}
    >
      <TextField
        label={t('importPage.columns.profile')}
        helperText={t('importPage.columns.profileAbout')}
        value={name}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button type="submit" variant="outlined" disabled={!name.trim()} loading={remembering.isPending}>
        {t('importPage.columns.remember')}
      </Button>
      {remembering.isSuccess && <span role="status">{t('importPage.columns.remembered')}</span>}
    </form>
  );
};
