import { useSyncExternalStore } from 'react';
import { paceOf } from '#providers/jobs/runPace.ts';
import { useRuns } from '#providers/jobs/runs.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import styles from './Import.module.css';

const MINUTE = 60;

export const Pace = () => {
  const t = useT();
  const { number } = useFormats();
  const { onChange, samples } = useRuns('import');
  const { rowsPerSecond, secondsLeft } = paceOf(useSyncExternalStore(onChange, samples));
  const left = () => {
    if (secondsLeft === null) return null;
    if (secondsLeft < MINUTE) return t('importPage.pace.lessThanMinute');
    return t('importPage.pace.left', { minutes: number(Math.ceil(secondsLeft / MINUTE)) });
  };
  const parts = [
    rowsPerSecond !== null && t('importPage.pace.rate', { rows: number(Math.round(rowsPerSecond)) }),
    left(),
  ].filter(Boolean);
  return <p className={styles['pace']}>{parts.join(', ') || t('importPage.pace.unknown')}</p>;
};
