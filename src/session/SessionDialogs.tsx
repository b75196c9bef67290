import CloseIcon from '@mui/icons-material/Close';
import { Suspense, useEffect, useState } from 'react';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useActAs } from '#providers/session/actAs.ts';
import { useSessionEnd } from '#providers/session/sessionEnd.ts';
import { IconButton } from '#ui/Button.tsx';
import { lazyScreen } from '#ui/lazyScreen.tsx';
import styles from './SessionDialogs.module.css';

const SignInAgain = lazyScreen(() => import('./SignInAgain.tsx').then(module => module.SignInAgain));
/** Milliseconds after the start at which the dialog is fetched: when it is needed there may be no way to it. */
const FETCH_AHEAD = 4000;

/** What stands over every page because of who is here: signing in again, and the change of accounts. */
export const SessionDialogs = () => {
  const t = useT();
  const { isUnderWay, onFailure } = useActAs();
  const { isWaiting } = useSessionEnd();
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => onFailure(() => setFailed(true)), [onFailure]);
  useEffect(() => {
    const timer = setTimeout(() => void SignInAgain.preload(), FETCH_AHEAD);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <Suspense>{isWaiting && <SignInAgain />}</Suspense>
      {isUnderWay && (
        <div className={styles['veil']} role="status">
          {t('visit.switching')}
        </div>
      )}
      {hasFailed && !isUnderWay && <Critical text={t('visit.actingFailed')} onClose={() => setFailed(false)} />}
    </>
  );
};

/** §4: a critical notice stays until it is closed. */
const Critical = ({ text, onClose }: { text: string; onClose: () => void }) => {
  const t = useT();
  return (
    <div className={styles['critical']} role="alert">
      <p>{text}</p>
      <IconButton aria-label={t('shell.close')} onClick={onClose}>
        <CloseIcon fontSize="small" />
      </IconButton>
    </div>
  );
};
