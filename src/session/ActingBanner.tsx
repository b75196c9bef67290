import { useT } from '#providers/locale/i18nProvider.ts';
import { useActAs } from '#providers/session/actAs.ts';
import { useProfile } from '#providers/session/profile.ts';
import { Button } from '#ui/Button.tsx';
import { useConfirmLeave } from '#ui/useConfirmLeave.tsx';
import styles from './SessionDialogs.module.css';

/** Always visible while acting as another user, so that nobody mistakes whose account it is. */
export const ActingBanner = () => {
  const t = useT();
  const profile = useProfile();
  const { isActing, stop } = useActAs();
  const [askToLeave, question] = useConfirmLeave();
  if (!isActing() || !profile) return null;
  const name = [profile.first_name, profile.last_name].filter(Boolean).join(' ');
  return (
    <div className={styles['banner']} role="status">
      <p>{t('visit.acting', { name })}</p>
      <Button variant="outlined" onClick={() => askToLeave(() => void stop())}>
        {t('visit.actingBack')}
      </Button>
      {question}
    </div>
  );
};
