import { useState } from 'react';
import { useNotify } from 'react-admin';
import { endpoints } from '#contract/endpoints.ts';
import { imageLimits } from '#contract/limits.ts';
import { OwnProfileBody, type Profile } from '#contract/session.ts';
import { useApi } from '#providers/http/useApi.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useReloadProfile } from '#providers/session/profile.ts';
import { Button } from '#ui/Button.tsx';
import { FilePicker } from '#ui/FilePicker.tsx';
import { Thumbnail } from '#ui/Thumbnail.tsx';
import styles from './AccountForm.module.css';
import { AccountForm, AccountInput, ErrorText, FormErrorText, useAccountChange } from './AccountForm.tsx';

const NAME_FIELDS = ['last_name', 'first_name', 'middle_name'] as const;

export const ProfileDialog = ({ profile, onClose }: { profile: Profile; onClose: () => void }) => {
  const t = useT();
  const api = useApi();
  const change = useProfileChange();
  const save = async (values: Record<string, unknown>) => {
    const errors = await change('saved', () =>
      api(endpoints.auth.changeProfile, { body: OwnProfileBody.parse(values) }),
    );
    if (!errors) onClose();
    return errors ?? undefined;
  };
  const [defaultValues] = useState(() => Object.fromEntries(NAME_FIELDS.map(name => [name, profile[name]])));
  return (
    <AccountForm
      title={t('people.profile.title')}
      submit={t('shell.save')}
      body={OwnProfileBody}
      defaultValues={defaultValues}
      onSubmit={save}
      onClose={onClose}
    >
      <AvatarField profile={profile} change={change} />
      <FormErrorText />
      {NAME_FIELDS.map(name => (
        <AccountInput
          key={name}
          name={name}
          label={t(`resources.users.fields.${name}`)}
          required={name !== 'middle_name'}
          parse={value => (name === 'middle_name' && !/\S/.test(value) ? null : value)}
        />
      ))}
    </AccountForm>
  );
};

type ChangeProfile = ReturnType<typeof useProfileChange>;

/** Also reloads the profile, which the header displays. @returns errors by field, or null on success */
const useProfileChange = () => {
  const t = useT();
  const notify = useNotify();
  const reload = useReloadProfile();
  const change = useAccountChange();
  return async (done: 'saved' | 'photoSaved' | 'photoRemoved', request: () => Promise<unknown>) => {
    const errors = await change(request);
    if (errors) return errors;
    await reload();
    notify(t(`people.profile.${done}`), { type: 'success' });
    return null;
  };
};

/** Saves an avatar as soon as it is chosen, independently of the form, because it is a separate upload. */
const AvatarField = ({ profile, change }: { profile: Profile; change: ChangeProfile }) => {
  const t = useT();
  const api = useApi();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const run = async (...args: Parameters<ChangeProfile>) => {
    setBusy(true);
    const errors = await change(...args).finally(() => setBusy(false));
    setError(errors ? Object.values(errors).join('\n') : '');
  };
  const take = ([file]: FileList) => {
    if (file) void run('photoSaved', () => api(endpoints.auth.setAvatar, { file }));
  };
  return (
    <div className={styles['photo']} role="group" aria-label={t('people.profile.photo')}>
      <Thumbnail name={profile.last_name} picture={profile.avatar?.url} large />
      <FilePicker label={t('people.profile.choose')} accept="image/jpeg,image/png,image/webp" onChoose={take}>
        {choose => (
          <Button variant="outlined" loading={isBusy} onClick={choose}>
            {t('people.profile.choose')}
          </Button>
        )}
      </FilePicker>
      {profile.avatar && (
        <Button
          disabled={isBusy}
          onClick={() => void run('photoRemoved', () => api(endpoints.auth.changeProfile, { body: { avatar: null } }))}
        >
          {t('people.profile.remove')}
        </Button>
      )}
      <p>{t('people.profile.hint', { limit: imageLimits.fileBytes / 2 ** 20 })}</p>
      <ErrorText>{error}</ErrorText>
    </div>
  );
};
