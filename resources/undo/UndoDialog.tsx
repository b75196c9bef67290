import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { ChangeKey, UndoOutcome } from '#contract/undo.ts';
import { useUndo, useUndoPreview } from '#providers/cache/undoBatch.ts';
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
import { UndoRunBody } from './UndoRunBody.tsx';

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
  const undo = useUndo(batchId);
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
    } finally {
      setSending(false);
    }
  };
  const what = name ?? (data ? t(`undo.kinds.${data.batch.kind}`) : '…');
  const canUndo = data !== undefined && (data.records > 0 || data.untried.length > 0 || ticked.size > 0);
  return (
    <DialogFrame title={t('undo.title', { what })} size="medium" onClose={isSending ? undefined : onClose}>
      {runId !== null ? (
        <UndoRunBody runId={runId} />
      ) : (
        <DialogBody
          isQuestion
          closeLabel={t(canUndo ? 'undo.keep' : 'shell.close')}
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
              <p className={styles['hint']}>{t('undo.loading')}</p>
              <Progress value={null} />
            </div>
          )}
        </DialogBody>
      )}
    </DialogFrame>
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
