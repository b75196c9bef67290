import { useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, type FormEvent, useState } from 'react';
import { ApiError } from '#providers/http/errors.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { refusalOf } from '#providers/reporting/notices.ts';
import { useSessionEnd } from '#providers/session/sessionEnd.ts';
import { Button } from '#ui/Button.tsx';
import { DialogBody, DialogFrame } from '#ui/Dialog.tsx';
import { TextField } from '#ui/TextField.tsx';
import styles from './SessionDialogs.module.css';

/** The session has ended over something unsaved: its owner signs in here, and finds the page as it was. */
export const SignInAgain = () => {
  const t = useT();
  const { leaveAndReturn } = useSessionEnd();
  const { submit, typed, error, isBusy } = useSignInAgain();
  return (
    <DialogFrame title={t('visit.endedTitle')} isVeiled>
      <form onSubmit={event => void submit(event)} noValidate>
        <DialogBody
          actions={<Button onClick={() => void leaveAndReturn()}>{t('shell.leave')}</Button>}
          action={
            <Button type="submit" variant="contained" loading={isBusy}>
              {t('session.enter')}
            </Button>
          }
        >
          <div className={styles['form']}>
            <p>{t('visit.endedText')}</p>
            <p className={styles['error']} role="alert">
              {error}
            </p>
            <TextField
              label={t('session.email')}
              type="email"
              autoComplete="username"
              autoFocus
              required
              {...typed('email')}
            />
            <TextField
              label={t('session.password')}
              type="password"
              autoComplete="current-password"
              required
              {...typed('password')}
            />
          </div>
        </DialogBody>
      </form>
    </DialogFrame>
  );
};

/** Signs in with what was typed; what failed on the page meanwhile is asked for again after it. */
const useSignInAgain = () => {
  const t = useT();
  const { signInAgain } = useSessionEnd();
  const queryClient = useQueryClient();
  const [credentials, setCredentials] = useState({ email: '', password: '' });
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);
  const typed = (name: 'email' | 'password') => ({
    name,
    value: credentials[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => setCredentials({ ...credentials, [name]: target.value }),
  });
  /** What is to be said against it; nothing when the person is in. */
  const attempt = async (): Promise<string> => {
    const { email, password } = credentials;
    if (!email || !password) return t(email ? 'session.passwordEmpty' : 'session.emailEmpty');
    try {
      if (!(await signInAgain(credentials))) return t('session.profileFailed');
      void queryClient.invalidateQueries();
      return '';
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      return refusalOf(failure, (key, values) => t(`errors.${key}`, values)) ?? t('session.refused');
    }
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setError(await attempt());
    setBusy(false);
  };
  return { submit, typed, error, isBusy };
};
