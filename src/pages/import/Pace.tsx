import { useSyncExternalStore } from 'react';
import { measurePace } from '#providers/jobs/runPace.ts';
import { useRunStore } from '#providers/jobs/runs.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import styles from './Import.module.css';

const SECONDS_PER_MINUTE = 60;

export const Pace = () => {
  const t = useT();
  const { number } = useFormats();
  const { onChange, samples } = useRunStore('import');
  const { rowsPerSecond, secondsLeft } = measurePace(useSyncExternalStore(onChange, samples));
  const timeLeft = () => {
    if (secondsLeft === null) return null;
    if (secondsLeft < SECONDS_PER_MINUTE) return t('importPage.pace.lessThanMinute');
    return t('importPage.pace.left', { minutes: number(Math.ceil(secondsLeft / SECONDS_PER_MINUTE)) });
  };
  const paceTexts = [
    rowsPerSecond !== null && t('importPage.pace.rate', { rows: number(Math.round(rowsPerSecond)) }),
    timeLeft(),
  ].filter(Boolean);
  return <p className={styles['pace']}>{paceTexts.join(', ') || t('importPage.pace.unknown')}</p>;
};
