import { useState } from 'react';
import { Link, useLoaderData } from 'react-router-dom';
import { LOGIN } from '#contract/addresses.ts';
import { Button } from '#ui/Button.tsx';
import type { Opening } from '../opening.ts';
import { sessionCalls } from '../session.ts';
import styles from './Form.module.css';
import { checkEmail, EmailField, FormError } from './fields.tsx';
import { PublicPage } from './PublicPage.tsx';
import type { PublicTexts } from './texts.ts';
import { useArriving, useSignInElsewhere } from './useArriving.ts';
import { useForm } from './useForm.ts';

/** §2: requests a reset e-mail. */
export const Restore = ({ opening }: { opening: Opening }) => {
  const { t } = useLoaderData<PublicTexts>();
  const [sentTo, setSentTo] = useState('');
  const state = useForm<'email'>({
    t,
    checks: { email: checkEmail(t) },
    submit: async ({ email }) => {
      setSentTo('');
      await sessionCalls.restore(email);
      setSentTo(email);
      return '';
    },
  });
  useSignInElsewhere(opening, state, useArriving(opening, t).arrive);
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
          <Link to={LOGIN}>{t('session.toSignIn')}</Link>
        </p>
      </form>
    </PublicPage>
  );
};
