import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { ChangeKey, UndoLogItem, UndoOutcome } from '#contract/undo.ts';
import { useUndoCalls, useUndoPreview, useUndoRun } from '#providers/cache/undoBatch.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';
import { useService } from '#providers/ServicesContext.ts';
import { Button } from '#ui/Button.tsx';
import { DialogBody, DialogFrame } from '#ui/Dialog.tsx';
import { Progress } from '#ui/Progress.tsx';
import { ReadError } from '#ui/ReadError.tsx';
import { useFormats } from '../engine/format.ts';
import styles from './Undo.module.css';
import { UndoPreview } from './UndoPreview.tsx';

interface UndoDialogProps {
  batchId: number;
  /** What the batch did; without it, only its kind is named. */
  name?: string;
  onClose: () => void;
}

/** Shows what undoing a batch would do, and does it. */
export const UndoDialog = ({ batchId, name, onClose }: UndoDialogProps) => {
  const t = useT();
  const notifyError = useNotifyError();
  const { data, error, refetch } = useUndoPreview(batchId);
  const { undo } = useUndoCalls(batchId);
  const [ticked, setTicked] = useState<ReadonlyMap<string, ChangeKey>>(new Map());
  const [isSending, setSending] = useState(false);
  const [runId, setRunId] = useState<number | null>(null);
  const tellOutcome = useTellOutcome();
  const send = async (): Promise<void> => {
    setSending(true);
    try {
      const outcome = await undo([...ticked.values()]);
      if (outcome.run_id !== null) return setRunId(outcome.run_id);
      tellOutcome(outcome);
      onClose();
    } catch (failure) {
      if (!notifyError(failure)) throw failure;
      setSending(false);
    }
  };
  const what = name ?? (data ? t(`undo.kinds.${data.batch.kind}`) : '…');
  const canUndo = data !== undefined && (data.records > 0 || ticked.size > 0);
  return (
    <DialogFrame title={t('undo.title', { what })} size="medium" onClose={onClose}>
      {runId !== null ? (
        <UndoRunning batchId={batchId} runId={runId} />
      ) : (
        <DialogBody
          isQuestion
          closeLabel={canUndo ? t('undo.keep') : undefined}
          action={
            canUndo && (
              <Button variant="contained" loading={isSending} onClick={() => void send()}>
                {t('undo.confirm')}
              </Button>
            )
          }
        >
          {data ? (
            <UndoPreview preview={data} ticked={ticked} onTick={setTicked} />
          ) : error ? (
            <ReadError error={error} onRetry={() => void refetch()} />
          ) : (
            <div className={styles['loading']} role="progressbar" aria-label={t('undo.loading')}>
              <Progress value={null} />
            </div>
          )}
        </DialogBody>
      )}
    </DialogFrame>
  );
};

const UndoRunning = ({ batchId, runId }: { batchId: number; runId: number }) => {
  const t = useT();
  const { number } = useFormats();
  const notifyError = useNotifyError();
  const { data, error, refetch } = useUndoRun(runId);
  const { cancel } = useUndoCalls(batchId);
  const stop = (): void => {
    cancel(runId).then(
      () => void refetch(),
      (failure: unknown) => notifyError(failure),
    );
  };
  const { status = 'processing', progress = 0, counts } = data ?? {};
  const records = counts ? counts.restored + counts.removed + counts.changed : 0;
  const left = counts ? counts.since + counts.refused : 0;
  const values = { number: number(records), percent: number(progress), left: number(left) };
  const texts = {
    processing: t('undo.running', values),
    finished: t(left > 0 ? 'undo.doneBut' : 'undo.done', values),
    canceled: t('undo.stopped', values),
    failed: t('undo.failed', values),
  };
  return (
    <DialogBody actions={status === 'processing' && <Button onClick={stop}>{t('undo.stop')}</Button>}>
      {error && !data ? (
        <ReadError error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <Progress label={t('undo.running', values)} value={progress / 100} />
          <p role="status">{texts[status]}</p>
          {status === 'processing' && <p className={styles['hint']}>{t('undo.closeHint')}</p>}
          {data && data.status !== 'processing' && <LeftRecords log={data.log} total={data.log_total} />}
        </>
      )}
    </DialogBody>
  );
};

/** Besides these, the log has a line for the start and one for the end. */
const OTHER_LINES = 2;

const LeftRecords = ({ log, total }: { log: readonly UndoLogItem[]; total: number }) => {
  const t = useT();
  const { number } = useFormats();
  const named = log.filter(({ record }) => record);
  const rest = total - OTHER_LINES - named.length;
  if (named.length === 0) return null;
  return (
    <ul className={styles['list']} aria-label={t('undo.left')}>
      {named.map(({ seq, text }) => (
        <li key={seq}>{text}</li>
      ))}
      {rest > 0 && <li className={styles['more']}>{t('undo.moreLeft', { number: number(rest) })}</li>}
    </ul>
  );
};

const useTellOutcome = () => {
  const t = useT();
  const { number } = useFormats();
  const notify = useNotify();
  const written = useService('written');
  return (outcome: UndoOutcome): void => {
    const { records, since, refused } = outcome;
    const left = since.total + refused.total;
    const values = { number: number(records), left: number(left) };
    notify(t(left > 0 ? 'undo.doneBut' : 'undo.done', values), {
      type: left > 0 ? 'warning' : 'success',
      batchId: written.take(outcome),
    });
  };
};
