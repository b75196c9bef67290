import { useActAs } from '#providers/actAs.ts';
import { useT } from '#providers/i18nProvider.ts';
import { useProfile } from '#providers/profile.ts';
import { Button } from '#resources/schema/ui/Button.tsx';
import { useLeaving } from '#resources/schema/ui/useLeaving.tsx';
import styles from './Visit.module.css';

/** Says over the page whose account this is, and leads back to the own one. */
export const ActingBanner = () => {
  const t = useT();
  const profile = useProfile();
  const { isActing, stop } = useActAs();
  const [askToLeave, question] = useLeaving();
  if (!isActing() || !profile) return null;
  const name = [profile.first_name, profile.last_name].filter(Boolean).join(' ');
  return (
    <div className={styles['banner']} role="status">
      <p>{t('visit.acting', { name })}</p>
      <Button variant="outlined" color="inherit" onClick={() => askToLeave(() => void stop())}>
        {t('visit.actingBack')}
      </Button>
      {question}
    </div>
  );
};
