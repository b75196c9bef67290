import { useQueryClient } from '@tanstack/react-query';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useSessionEnd } from '#providers/session/sessionEnd.ts';
import { Button } from '#ui/Button.tsx';
import { DialogBody, DialogFrame } from '#ui/Dialog.tsx';
import { SignInForm, useSignInForm } from '../public/SignInForm.tsx';
import styles from './SessionDialogs.module.css';

/** Lets the user sign in without leaving the page, because it has unsaved input. */
export const SignInAgain = () => {
  const t = useT();
  const queryClient = useQueryClient();
  const { leaveAndReturn, signInAgain } = useSessionEnd();
  const state = useSignInForm(t, async credentials => {
    if (!(await signInAgain(credentials))) return t('session.profileFailed');
    // Refetches what failed while there was no session.
    void queryClient.invalidateQueries();
    return '';
  });
  return (
    <DialogFrame title={t('shell.sessionEnded')} isBlurred>
      <SignInForm t={t} state={state}>
        {(fields, button) => (
          <DialogBody
            actions={<Button onClick={() => void leaveAndReturn()}>{t('shell.leave')}</Button>}
            action={button}
          >
            <div className={styles['form']}>
              <p>{t('shell.sessionEndedText')}</p>
              {fields}
            </div>
          </DialogBody>
        )}
      </SignInForm>
    </DialogFrame>
  );
};
