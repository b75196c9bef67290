import CloseIcon from '@mui/icons-material/Close';
import { useEffect, useState } from 'react';
import { useNotify } from 'react-admin';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useActAs } from '#providers/session/actAs.ts';
import { useSessionEnd } from '#providers/session/sessionEnd.ts';
import { IconButton } from '#ui/Button.tsx';
import styles from './SessionDialogs.module.css';
import { SignInAgain } from './SignInAgain.tsx';

export const SessionDialogs = () => {
  const t = useT();
  const { isUnderWay, onFailure, takeEnded } = useActAs();
  const notify = useNotify();
  const { isWaiting } = useSessionEnd();
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => onFailure(() => setFailed(true)), [onFailure]);
  useEffect(() => {
    if (takeEnded()) notify(t('actAs.ended'), { type: 'warning' });
  }, [takeEnded, notify, t]);
  return (
    <>
      {isWaiting && <SignInAgain />}
      {isUnderWay && (
        <div className={styles['veil']} role="status">
          {t('actAs.switching')}
        </div>
      )}
      {hasFailed && !isUnderWay && <CriticalNotice text={t('actAs.failed')} onClose={() => setFailed(false)} />}
    </>
  );
};

/** §4: a critical notice stays until it is closed. */
const CriticalNotice = ({ text, onClose }: { text: string; onClose: () => void }) => {
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
