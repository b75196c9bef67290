import CloseIcon from '@mui/icons-material/Close';
import { Suspense, useEffect, useState } from 'react';
import { useActAs } from '#providers/actAs.ts';
import { useT } from '#providers/i18nProvider.ts';
import { useSessionEnd } from '#providers/sessionEnd.ts';
import { IconButton } from '#resources/schema/ui/Button.tsx';
import { lazyScreen } from '#resources/schema/ui/lazyScreen.tsx';
import styles from './Visit.module.css';

const SignInAgain = lazyScreen(() => import('./SignInAgain.tsx').then(module => module.SignInAgain));
/** Milliseconds after the start at which the dialog is fetched: when it is needed there may be no way to it. */
const FETCH_AHEAD = 4000;

/** What stands over every page because of who is here: signing in again, and the change of accounts. */
export const Visit = () => {
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
      <IconButton color="inherit" aria-label={t('shell.close')} onClick={onClose}>
        <CloseIcon fontSize="small" />
      </IconButton>
    </div>
  );
};
