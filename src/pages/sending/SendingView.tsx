import { useState } from 'react';
import { useNotify } from 'react-admin';
import { Link } from 'react-router-dom';
import { recordEndpoints } from '#contract/recordEndpoints.ts';
import type { Sending, SendingLogItem } from '#contract/sending.ts';
import { useSilence } from '#providers/jobs/runPace.ts';
import { useSendingCalls, useSendingRun } from '#providers/jobs/sending.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useCan } from '#providers/session/profile.ts';
import { editAddress } from '#resources/engine/addresses.ts';
import { nomenclature } from '#resources/nomenclature.tsx';
import { Button } from '#ui/Button.tsx';
import { ReadFailed } from '#ui/ReadFailed.tsx';
import { CancelRunDialog } from '../jobs/CancelRunDialog.tsx';
import { Counts } from '../jobs/Counts.tsx';
import { Run } from '../jobs/Run.tsx';
import { RunLog } from '../jobs/RunLog.tsx';
import { Silence } from '../jobs/Silence.tsx';
import { CafeOutcomes } from './CafeOutcomes.tsx';
import styles from './Sending.module.css';
import { useMegabytes } from './useMegabytes.ts';
import { usePaceWords } from './usePaceWords.ts';

/** A run: how far it is, what each cafe has got, what it says, and the ways on. */
export const SendingView = ({ id, onClose }: { id: number; onClose: () => void }) => {
  const t = useT();
  const megabytes = useMegabytes();
  const pace = usePaceWords();
  const { data: run, error, refetch } = useSendingRun(id);
  const isSilent = useSilence(
    run?.status === 'processing',
    id,
    run?.progress,
    run?.bytes_sent,
    run?.counts,
    run?.log.length,
  );
  if (!run)
    return error ? (
      <ReadFailed error={error} onRetry={() => void refetch()} />
    ) : (
      <div className={styles['skeleton']} role="progressbar" aria-label={t('shell.loading')} />
    );
  const { counts } = run;
  return (
    <Run
      label={t('sending.run')}
      status={run.status}
      title={t(run.is_broken ? 'sending.broken' : `sending.status.${run.status}`)}
      subject={isSilent ? null : pace(run)}
      progress={run.progress}
      actions={<Actions run={run} onClose={onClose} />}
    >
      <Silence isSilent={isSilent} />
      <Counts
        counts={[
          [t('sending.counts.sent'), counts.sent],
          [t('sending.counts.unchanged'), counts.unchanged],
          [t('sending.counts.failed'), counts.failed],
          [t('sending.size'), megabytes(run.bytes_sent)],
        ]}
      />
      <CafeOutcomes cafes={run.cafes} />
      <RunLog log={run.log} hasLinks textOf={textOf}>
        {item => <Words item={item} />}
      </RunLog>
    </Run>
  );
};

const textOf = ({ text }: { text: string }): string => text;

/** What is said of a product leads to its images. */
const Words = ({ item: { text, product_id } }: { item: SendingLogItem }) => {
  const may = useCan();
  return (
    <span title={text}>
      {product_id === undefined || !may(recordEndpoints.nomenclature.read.access) ? (
        text
      ) : (
        <Link className={styles['link']} to={editAddress(nomenclature.definition, product_id, 'images')}>
          {text}
        </Link>
      )}
    </span>
  );
};

const Actions = ({ run, onClose }: { run: Sending; onClose: () => void }) => {
  const t = useT();
  const notify = useNotify();
  const { cancel } = useSendingCalls();
  const [isAsking, ask] = useState(false);
  const stop = async () => {
    const { texts: said, isError } = await cancel((key, values) => t(`errors.${key}`, values));
    for (const text of said) notify(text, { type: isError ? 'error' : 'info' });
  };
  const isOn = run.status === 'processing';
  const texts = {
    title: t('sending.cancelTitle'),
    text: t('sending.cancelText'),
    goOn: t('sending.goOn'),
    cancel: t('sending.cancel'),
  };
  return (
    <>
      {isOn ? (
        <Button variant="outlined" onClick={() => ask(true)}>
          {t('sending.cancel')}
        </Button>
      ) : (
        <Button variant="contained" data-shortcut="n" onClick={onClose}>
          {t('sending.another')}
        </Button>
      )}
      {isAsking && isOn && <CancelRunDialog texts={texts} onConfirm={stop} onClose={() => ask(false)} />}
    </>
  );
};
