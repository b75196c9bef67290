import { useEffect, useRef, useState } from 'react';
import { Link, useLoaderData, useSearchParams } from 'react-router-dom';
import { FORGOT_PASSWORD_PATH } from '#contract/addresses.ts';
import { MIN_PASSWORD_LENGTH } from '#contract/limits.ts';
import { isShortPassword } from '#contract/passwords.ts';
import { loadCommonPasswords } from '#providers/session/commonPasswords.ts';
import { Button } from '#ui/Button.tsx';
import type { Startup } from '../startup.ts';
import { sharedStorage } from '../storage.ts';
import styles from './Form.module.css';
import { FormError, PasswordField } from './fields.tsx';
import { PublicPage } from './PublicPage.tsx';
import type { PublicMessages, Translate } from './translate.ts';
import { useEnterApplication, useOtherTabSignIn, usePreloadApplication } from './useEnterApplication.ts';
import { useForm } from './useForm.ts';

type FieldName = 'password' | 'password_confirmation';

/** §2, §4: target of the link in the reset e-mail. Also signs in. */
export const ResetPassword = ({ startup }: { startup: Startup }) => {
  const { t } = useLoaderData<PublicMessages>();
  const token = useSearchParams()[0].get('token') ?? '';
  const { enterAsNewUser, enterApplication } = useEnterApplication(startup, t);
  const isCommon = useCommonPasswords();
  const [isDenied] = useState(() => sharedStorage.isDenied());
  const state = useForm<FieldName>({
    t,
    checks: {
      password: ({ value }) => validatePassword(value, t) || (isCommon(value) ? t('session.passwordCommon') : ''),
      password_confirmation: ({ value }, { password }) => {
        if (!value) return t('session.confirmationEmpty');
        return value === password ? '' : t('session.passwordsDiffer');
      },
    },
    submit: async values => {
      await startup.session.resetPassword({ token, ...values });
      return enterAsNewUser();
    },
  });
  useOtherTabSignIn(startup, state, enterApplication);
  usePreloadApplication();
  return (
    <PublicPage t={t} title={t('session.resetTitle')}>
      <form {...state.form} className={styles['form']} aria-labelledby="title">
        <h1 id="title">{t('session.reset')}</h1>
        <p>{t('session.resetAbout')}</p>
        {isDenied && <p role="status">{t('session.storageDenied')}</p>}
        <FormError>{state.error || (token ? '' : t('session.linkBroken'))}</FormError>
        <PasswordField
          t={t}
          {...state.field('password')}
          label={t('session.password')}
          autoComplete="new-password"
          autoFocus
        />
        <PasswordField
          t={t}
          {...state.field('password_confirmation')}
          label={t('session.confirmation')}
          autoComplete="new-password"
        />
        <Button type="submit" id="enter" variant="contained" loading={state.isBusy}>
          {t('session.resetSend')}
        </Button>
        <p>
          <Link to={FORGOT_PASSWORD_PATH}>{t('session.requestAgain')}</Link>
        </p>
      </form>
    </PublicPage>
  );
};

const validatePassword = (password: string, t: Translate): string => {
  if (!password) return t('session.passwordEmpty');
  return isShortPassword(password) ? t('session.passwordShort', { min: MIN_PASSWORD_LENGTH }) : '';
};

/** Until the list has loaded, only the server rejects common passwords. */
const useCommonPasswords = (): ((password: string) => boolean) => {
  const isCommon = useRef<(password: string) => boolean>(() => false);
  useEffect(() => {
    void loadCommonPasswords().then(check => {
      isCommon.current = check;
    });
  }, []);
  return password => isCommon.current(password);
};
