import { useState } from 'react';
import { Form, useInput, useNotify } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { endpoints } from '#contract/endpoints.ts';
import { imageLimits } from '#contract/limits.ts';
import { OwnProfile, type Profile } from '#contract/session.ts';
import { useApi } from '#providers/http/ApiContext.tsx';
import { ApiError } from '#providers/http/errors.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { refusalOf } from '#providers/reporting/notices.ts';
import { useReloadProfile } from '#providers/session/profile.ts';
import { bodyResolverOf } from '#resources/form/resolver.ts';
import { Button } from '#ui/Button.tsx';
import { DialogBody, DialogFrame } from '#ui/Dialog.tsx';
import { FileChoice } from '#ui/FileChoice.tsx';
import { FaultFocus } from '#ui/FocusFirstError.tsx';
import { TextField } from '#ui/TextField.tsx';
import { Tile } from '#ui/Tile.tsx';
import styles from './PasswordDialog.module.css';

const NAMES = ['last_name', 'first_name', 'middle_name'] as const;

/** Contract 3, own account: the names and the photo. */
export const ProfileDialog = ({ profile, onClose }: { profile: Profile; onClose: () => void }) => {
  const t = useT();
  const api = useApi();
  const say = useOutcome();
  const save = async (values: Record<string, unknown>) => {
    const failed = await say('saved', () => api(endpoints.auth.changeProfile, { body: OwnProfile.parse(values) }));
    if (!failed) onClose();
    return failed ?? undefined;
  };
  const [defaults] = useState(() => Object.fromEntries(NAMES.map(name => [name, profile[name]])));
  return (
    <DialogFrame title={t('people.profile.title')} onClose={onClose}>
      <Form
        defaultValues={defaults}
        onSubmit={save}
        resolver={bodyResolverOf(OwnProfile, t)}
        disableInvalidFormNotification
        noValidate
      >
        <FaultFocus />
        <DialogBody action={<SubmitButton />}>
          <div className={styles['fields']}>
            <Photo profile={profile} say={say} />
            <Fault />
            {NAMES.map(name => (
              <NameInput key={name} name={name} label={t(`resources.users.fields.${name}`)} />
            ))}
          </div>
        </DialogBody>
      </Form>
    </DialogFrame>
  );
};

type Say = ReturnType<typeof useOutcome>;

/** Does a change of the own account and says what became of it; what is wrong is answered by field. */
const useOutcome = () => {
  const t = useT();
  const notify = useNotify();
  const reload = useReloadProfile();
  return async (
    done: 'saved' | 'photoSaved' | 'photoRemoved',
    work: () => Promise<unknown>,
  ): Promise<Record<string, string> | null> => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const byField = Object.entries(error.errors).map(([name, texts]) => [name, texts.join('\n')] as const);
      if (byField.length > 0) return Object.fromEntries(byField);
      return { 'root.serverError': refusalOf(error, (key, given) => t(`errors.${key}`, given)) ?? t('errors.unknown') };
    }
    await reload();
    notify(t(`people.profile.${done}`), { type: 'success' });
    return null;
  };
};

/** The photo is saved by itself, as soon as it is chosen. */
const Photo = ({ profile, say }: { profile: Profile; say: Say }) => {
  const t = useT();
  const api = useApi();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const run = async (...work: Parameters<Say>) => {
    setBusy(true);
    const failed = await say(...work).finally(() => setBusy(false));
    setFault(failed ? Object.values(failed).join('\n') : '');
  };
  const take = ([file]: FileList) => {
    if (file) void run('photoSaved', () => api(endpoints.auth.setAvatar, { file }));
  };
  return (
    <div className={styles['photo']} role="group" aria-label={t('people.profile.photo')}>
      <Tile name={profile.last_name} picture={profile.avatar?.url} large />
      <FileChoice label={t('people.profile.choose')} accept="image/jpeg,image/png,image/webp" onChoose={take}>
        {choose => (
          <Button variant="outlined" loading={isBusy} onClick={choose}>
            {t('people.profile.choose')}
          </Button>
        )}
      </FileChoice>
      {profile.avatar && (
        <Button
          disabled={isBusy}
          onClick={() => void run('photoRemoved', () => api(endpoints.auth.changeProfile, { body: { avatar: null } }))}
        >
          {t('people.profile.remove')}
        </Button>
      )}
      <p>{t('people.profile.hint', { limit: imageLimits.fileBytes / 2 ** 20 })}</p>
      <p className={styles['fault']} role="alert">
        {fault}
      </p>
    </div>
  );
};

/** What concerns no single field. */
const Fault = () => {
  const { errors } = useFormState();
  return (
    <p className={styles['fault']} role="alert">
      {errors.root?.['serverError']?.message}
    </p>
  );
};

const SubmitButton = () => {
  const t = useT();
  const { isSubmitting } = useFormState();
  return (
    <Button type="submit" variant="contained" loading={isSubmitting}>
      {t('shell.save')}
    </Button>
  );
};

const NameInput = ({ name, label }: { name: (typeof NAMES)[number]; label: string }) => {
  const isOptional = name === 'middle_name';
  const { field, fieldState, id } = useInput({
    source: name,
    format: value => (value as string | null) ?? '',
    parse: value => (isOptional && !/\S/.test(value) ? null : value),
  });
  const { ref, ...input } = field;
  return (
    <TextField
      {...input}
      id={id}
      inputRef={ref}
      label={label}
      required={!isOptional}
      error={fieldState.invalid}
      helperText={fieldState.error?.message}
    />
  );
};
