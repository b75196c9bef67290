import { type BulkError, type BulkProgress, getOutcome, getRetryableIds } from '#providers/cache/bulkRun.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from '#ui/Button.tsx';
import { DialogBody } from '#ui/Dialog.tsx';
import { Notice } from '#ui/Notice.tsx';
import { Progress } from '#ui/Progress.tsx';
import { Table } from '#ui/Table.tsx';
import { useFormats } from '../../engine/format.ts';
import type { Definition } from '../../engine/types.ts';
import { useLabels } from '../../engine/useLabels.ts';
import { useRecordNames } from '../useRecordNames.ts';
import styles from './Bulk.module.css';

const MAX_NAMED_RECORDS = 100;

interface RunningProps {
  progress: BulkProgress;
  isStopping: boolean;
  onStop: () => void;
}

/** Counts only what the server has confirmed, because a sent batch may still fail. */
export const BulkRunning = ({ progress: { done, failed, remaining }, isStopping, onStop }: RunningProps) => {
  const t = useT();
  const { number } = useFormats();
  const all = done.size + failed.size + remaining.length;
  const counts = { done: number(done.size), all: number(all) };
  return (
    <DialogBody
      actions={
        <Button disabled={isStopping} onClick={onStop}>
          {t('listing.bulk.stop')}
        </Button>
      }
    >
      <Progress label={t('listing.bulk.running', counts)} value={(all - remaining.length) / all} />
      <p className={styles['line']} role="status">
        {isStopping ? t('listing.bulk.stopping') : t('listing.bulk.running', counts)}
        {failed.size > 0 && <strong>{t('listing.bulk.runningFailed', { number: number(failed.size) })}</strong>}
      </p>
    </DialogBody>
  );
};

interface ResultProps {
  definition: Definition;
  kind: 'changed' | 'removed';
  progress: BulkProgress;
  onAgain: (ids: number[]) => void;
}

export const BulkResult = ({ definition, kind, progress, onAgain }: ResultProps) => {
  const t = useT();
  const { number } = useFormats();
  const { done, failed, remaining } = progress;
  const idsToRetry = getRetryableIds(progress);
  const outcome = getOutcome(progress);
  const all = number(done.size + failed.size + remaining.length);
  return (
    <DialogBody
      closeLabel={t('shell.close')}
      action={
        idsToRetry.length > 0 && (
          <Button variant="contained" autoFocus onClick={() => onAgain(idsToRetry)}>
            {t('listing.bulk.again', { number: number(idsToRetry.length) })}
          </Button>
        )
      }
    >
      <Notice kind={outcome === 'nothing' ? 'error' : 'warning'}>
        {outcome === 'nothing'
          ? t(`listing.bulk.${kind}None`)
          : t(`listing.bulk.${kind}Some`, { done: number(done.size), all })}
        {idsToRetry.length > 0 && ` ${t('listing.bulk.stillSelected')}`}
      </Notice>
      {remaining.length > 0 && (
        <p className={styles['line']}>{t('listing.bulk.left', { number: number(remaining.length) })}</p>
      )}
      {failed.size > 0 && <BulkErrors definition={definition} failed={failed} />}
    </DialogBody>
  );
};

const BulkErrors = ({ definition, failed }: { definition: Definition; failed: ReadonlyMap<number, BulkError> }) => {
  const t = useT();
  const { number } = useFormats();
  const namedFailures = [...failed].slice(0, MAX_NAMED_RECORDS);
  const names = useRecordNames(
    definition.name,
    namedFailures.map(([id]) => id),
  );
  return (
    <div className={styles['scroll']}>
      <Table caption={t('listing.bulk.failed', { number: number(failed.size) })}>
        <thead>
          <tr>
            <th scope="col">{t('listing.bulk.record')}</th>
            <th scope="col">{t('listing.bulk.reason')}</th>
          </tr>
        </thead>
        <tbody>
          {namedFailures.map(([id, error], index) => (
            <tr key={id}>
              <th scope="row">{names[index]}</th>
              <td>
                <FailureReason definition={definition} error={error} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      {failed.size > MAX_NAMED_RECORDS && (
        <p className={styles['line']}>
          {t('listing.bulk.andMore', { number: number(failed.size - MAX_NAMED_RECORDS) })}
        </p>
      )}
    </div>
  );
};

const FailureReason = ({
  definition,
  error: { message, errors = {} },
}: {
  definition: Definition;
  error: BulkError;
}) => {
  const { field } = useLabels(definition.name);
  const fieldMessages = Object.entries(errors).map(([name, messages]) => `${field(name)}: ${messages.join('. ')}`);
  return fieldMessages.length > 0 ? fieldMessages.join('; ') : message;
};
