import { exclusionReasons, type SyncCounts, syncErrorKinds } from '#contract/synchronization.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import styles from './Synchronization.module.css';

const reasons = [...exclusionReasons, ...syncErrorKinds];

export const ExcludedCounts = ({ counts }: { counts: SyncCounts }) => {
  const t = useT();
  const { number } = useFormats();
  const reasonTexts = reasons
    .filter(reason => counts[reason] > 0)
    .map(reason => `${t(`synchronization.reason.${reason}`)} ${number(counts[reason])}`);
  return (
    reasonTexts.length > 0 && (
      <p className={styles['muted']}>{t('synchronization.leftOut', { reasons: reasonTexts.join(', ') })}</p>
    )
  );
};
