import { useEffect } from 'react';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useActAs } from '#providers/session/actAs.ts';
import { useProfile, useReloadProfile } from '#providers/session/profile.ts';
import { useFormats } from '#resources/engine/format.ts';
import { Button } from '#ui/Button.tsx';
import { useConfirmLeave } from '#ui/useConfirmLeave.tsx';
import styles from './SessionDialogs.module.css';

/** Always visible while acting as another user, so that nobody mistakes the account for their own. */
export const ActingBanner = () => {
  const t = useT();
  const profile = useProfile();
  const { isActing, stop } = useActAs();
  const [askToLeave, question] = useConfirmLeave();
  const actingUntil = profile?.acted_by?.until;
  const { moment } = useFormats();
  useReloadAt(actingUntil);
  if (!isActing() || !profile) return null;
  const name = [profile.first_name, profile.last_name].filter(Boolean).join(' ');
  return (
    <div className={styles['banner']} role="status">
      <p>
        <span>{t('actAs.banner', { name })}</span>
        {actingUntil && <small>{t('actAs.until', { when: moment(actingUntil) })}</small>}
      </p>
      <Button variant="outlined" onClick={() => askToLeave(() => void stop())}>
        {t('actAs.back')}
      </Button>
      {question}
    </div>
  );
};

/**
 * Interval in ms at which the client asks the server once the time is up according to the local clock, which may be
 * fast.
 */
const RECHECK_INTERVAL_MS = 30_000;

/** Asks the server once the time is up, so that even an idle page returns to the actor's own account. */
const useReloadAt = (untilTime: string | undefined): void => {
  const reload = useReloadProfile();
  useEffect(() => {
    if (!untilTime) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const recheck = (): void => {
      timer = setTimeout(recheck, RECHECK_INTERVAL_MS);
      void reload();
    };
    timer = setTimeout(recheck, Math.max(0, Date.parse(untilTime) - Date.now()));
    return () => clearTimeout(timer);
  }, [untilTime, reload]);
};
