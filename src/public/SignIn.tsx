import { useEffect, useState } from 'react';
import { Link, useLoaderData } from 'react-router-dom';
import { FORGOT_PASSWORD_PATH } from '#contract/addresses.ts';
import { fetchDemoAccounts } from '#providers/http/health.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { config } from '../config.ts';
import type { Startup } from '../startup.ts';
import { sharedStorage } from '../storage.ts';
import styles from './Form.module.css';
import { PublicPage } from './PublicPage.tsx';
import { SignInForm, useSignInForm } from './SignInForm.tsx';
import type { PublicMessages, Translate } from './translate.ts';
import { useEnterApplication, useOtherTabSignIn, usePreloadApplication } from './useEnterApplication.ts';

export const SignIn = ({ startup }: { startup: Startup }) => {
  const { t } = useLoaderData<PublicMessages>();
  const [remember, setRemember] = useState(false);
  const [isDenied] = useState(() => sharedStorage.isDenied());
  const { enterAsNewUser, enterApplication } = useEnterApplication(startup, t);
  const state = useSignInForm(t, async values => {
    await startup.session.signIn({ ...values, remember });
    return enterAsNewUser();
  });
  useOtherTabSignIn(startup, state, enterApplication);
  usePreloadApplication();
  return (
    <PublicPage t={t} title={t('session.title')}>
      <SignInForm t={t} state={state}>
        {(fields, button) => (
          <>
            <h1>{t('session.signIn')}</h1>
            {isDenied && <p role="status">{t('session.storageDenied')}</p>}
            {fields}
            <div className={styles['row']}>
              <Checkbox
                label={t('session.remember')}
                checked={remember}
                onChange={({ target }) => setRemember(target.checked)}
              />
              <Link to={FORGOT_PASSWORD_PATH}>{t('session.forgot')}</Link>
            </div>
            {button}
          </>
        )}
      </SignInForm>
      <DemoAccounts t={t} onChoose={state.fill} />
    </PublicPage>
  );
};

const DEMO_DOMAIN = '@demo.local';
const DEMO_PASSWORD = 'demo-demo';

interface DemoAccountsProps {
  t: Translate;
  onChoose: (account: { email: string; password: string }) => void;
}

const DemoAccounts = ({ t, onChoose }: DemoAccountsProps) => {
  const [accounts, setAccounts] = useState<readonly string[]>([]);
  useEffect(() => {
    // Optional, so a failure is ignored.
    fetchDemoAccounts(config.apiBase).then(setAccounts, () => undefined);
  }, []);
  if (accounts.length === 0) return null;
  const choose = (email: string): void => {
    onChoose({ email, password: DEMO_PASSWORD });
    document.getElementById('enter')?.focus();
  };
  return (
    <section id="demo" className={styles['demo']}>
      <p>{t('session.demo', { domain: DEMO_DOMAIN, password: DEMO_PASSWORD })}</p>
      <ul>
        {accounts.map(email => (
          <li key={email}>
            <Button variant="outlined" title={email} onClick={() => choose(email)}>
              {email.replace(DEMO_DOMAIN, '')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
};
