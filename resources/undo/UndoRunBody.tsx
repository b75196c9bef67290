import type { UndoLogItem } from '#contract/undo.ts';
import { useUndoRun } from '#providers/cache/undoBatch.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';
import { Button } from '#ui/Button.tsx';
import { DialogBody } from '#ui/Dialog.tsx';
import { Progress } from '#ui/Progress.tsx';
import { ReadError } from '#ui/ReadError.tsx';
import { useFormats } from '../engine/format.ts';
import styles from './Undo.module.css';

/** The undo of a large batch: how far it is, and in the end what it left as it is. */
export const UndoRunBody = ({ runId }: { runId: number }) => {
  const t = useT();
  const { number } = useFormats();
  const notifyError = useNotifyError();
  const { run, log, error, refetch, more, cancel } = useUndoRun(runId);
  if (!run)
    return (
      <DialogBody isQuestion>
        {error ? (
          <ReadError error={error} onRetry={() => void refetch()} />
        ) : (
          <div className={styles['loading']} role="progressbar" aria-label={t('shell.loading')}>
            <Progress value={null} />
          </div>
        )}
      </DialogBody>
    );
  const { status, progress, counts } = run;
  const left = counts.since + counts.refused;
  const values = {
    number: number(counts.restored + counts.removed + counts.changed),
    percent: number(progress),
    left: number(left),
  };
  const texts = {
    processing: t('undo.running', values),
    finished: t(left > 0 ? 'undo.doneBut' : 'undo.done', values),
    canceled: t('undo.stopped', values),
    failed: t('undo.failed', values),
  };
  const isRunning = status === 'processing';
  const stop = (): void => void cancel().catch((failure: unknown) => notifyError(failure));
  return (
    <DialogBody isQuestion actions={isRunning && <Button onClick={stop}>{t('undo.stop')}</Button>}>
      {isRunning && <Progress label={texts.processing} value={progress / 100} />}
      <p role="status">{texts[status]}</p>
      {isRunning && <p className={styles['hint']}>{t('undo.closeHint')}</p>}
      {!isRunning && <LeftRecords log={log} total={run.log_total} more={more} />}
    </DialogBody>
  );
};

interface LeftRecordsProps {
  log: readonly UndoLogItem[];
  total: number;
  more: ReturnType<typeof useUndoRun>['more'];
}

const LeftRecords = ({ log, total, more }: LeftRecordsProps) => {
  const t = useT();
  const { number } = useFormats();
  const named = log.filter(({ record }) => record);
  // The last line tells how the run ended.
  const rest = total - log.length - 1;
  if (named.length === 0) return null;
  return (
    <>
      <ul className={styles['list']} aria-label={t('undo.left')}>
        {named.map(({ seq, text }) => (
          <li key={seq}>{text}</li>
        ))}
      </ul>
      {more && rest > 0 && (
        <Button loading={more.isReading} onClick={more.read}>
          {t('undo.moreLeft', { number: number(rest) })}
        </Button>
      )}
    </>
  );
};
