import { useState } from 'react';
import { Link, useLoaderData } from 'react-router-dom';
import { LOGIN_PATH } from '#contract/addresses.ts';
import { Button } from '#ui/Button.tsx';
import { sessionCalls } from '../session.ts';
import type { Startup } from '../startup.ts';
import styles from './Form.module.css';
import { createEmailCheck, EmailField, FormError } from './fields.tsx';
import { PublicPage } from './PublicPage.tsx';
import type { PublicMessages } from './translate.ts';
import { useEnterApplication, useOtherTabSignIn } from './useEnterApplication.ts';
import { useForm } from './useForm.ts';

/** §2: requests a reset e-mail. */
export const ForgotPassword = ({ startup }: { startup: Startup }) => {
  const { t } = useLoaderData<PublicMessages>();
  const [sentTo, setSentTo] = useState('');
  const state = useForm<'email'>({
    t,
    checks: { email: createEmailCheck(t) },
    submit: async ({ email }) => {
      setSentTo('');
      await sessionCalls.restore(email);
      setSentTo(email);
      return '';
    },
  });
  useOtherTabSignIn(startup, state, useEnterApplication(startup, t).enterApplication);
  return (
    <PublicPage t={t} title={t('session.restoreTitle')}>
      <form {...state.form} className={styles['form']} aria-labelledby="title">
        <h1 id="title">{t('session.restore')}</h1>
        {!sentTo && <p>{t('session.restoreAbout')}</p>}
        <p className={styles['done']} role="status">
          {sentTo && t('session.restoreSent', { email: sentTo })}
        </p>
        <FormError>{state.error}</FormError>
        <EmailField t={t} {...state.field('email')} autoFocus />
        <Button type="submit" id="enter" variant="contained" loading={state.isBusy}>
          {t('session.restoreSend')}
        </Button>
        <p>
          <Link to={LOGIN_PATH}>{t('session.toSignIn')}</Link>
        </p>
      </form>
    </PublicPage>
  );
};
