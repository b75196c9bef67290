import { useImport } from '#providers/jobs/importStore.ts';
import { paceOf, useSilence } from '#providers/jobs/runPace.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import { Silence } from '../jobs/Silence.tsx';
import styles from './Import.module.css';

const MINUTE = 60;

/** How fast the import is and how long it still takes, once that can be told; or that nothing new is heard of it. */
export const Pace = () => {
  const t = useT();
  const { number } = useFormats();
  const { state, samples } = useImport();
  const { runId, status, progress, counts, log } = state;
  const isRunning = status === 'processing';
  const isOn = isRunning || status === 'post_processing';
  const isSilent = useSilence(isOn, runId, status, progress, counts, log.length);
  const { rowsPerSecond, secondsLeft } = paceOf(samples);
  const left = () => {
    if (secondsLeft === null) return null;
    if (secondsLeft < MINUTE) return t('importPage.pace.lessThanMinute');
    return t('importPage.pace.left', { minutes: number(Math.ceil(secondsLeft / MINUTE)) });
  };
  const said = [
    rowsPerSecond !== null && t('importPage.pace.rate', { rows: number(Math.round(rowsPerSecond)) }),
    left(),
  ].filter(Boolean);
  return (
    <>
      <Silence isSilent={isSilent} />
      {isRunning && !isSilent && <p className={styles['pace']}>{said.join(', ') || t('importPage.pace.unknown')}</p>}
    </>
  );
};
