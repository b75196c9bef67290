import { recordEndpoints } from '#contract/recordEndpoints.ts';
import type { Sending, SendingLogItem } from '#contract/sending.ts';
import { useRunSilence } from '#providers/jobs/runPace.ts';
import type { RunState } from '#providers/jobs/runState.ts';
import { useRunStore } from '#providers/jobs/runs.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useCan } from '#providers/session/profile.ts';
import { useRecordPath } from '#resources/form/editorPaths.ts';
import { Button } from '#ui/Button.tsx';
import { Counts } from '../jobs/Counts.tsx';
import { getLogText, LogText } from '../jobs/LogText.tsx';
import { Run } from '../jobs/Run.tsx';
import { RunLog } from '../jobs/RunLog.tsx';
import { CafeOutcomes } from './CafeOutcomes.tsx';
import { useFormatMegabytes } from './useFormatMegabytes.ts';
import { useFormatPace } from './useFormatPace.ts';

interface SendingViewProps {
  run: RunState<Sending, SendingLogItem>;
  onClose: () => void;
}

export const SendingView = ({ run, onClose }: SendingViewProps) => {
  const t = useT();
  const pace = useFormatPace();
  const megabytes = useFormatMegabytes();
  const { record, counts } = run;
  const isSilent = useRunSilence(run, record?.bytes_sent);
  return (
    <Run
      store={useRunStore('sending')}
      run={run}
      messages="sending"
      title={t(record?.is_broken ? 'sending.broken' : `sending.status.${run.status}`)}
      subject={record && !isSilent && pace(record)}
      isSilent={isSilent}
      actions={
        <Button variant="contained" data-shortcut="n" onClick={onClose}>
          {t('sending.another')}
        </Button>
      }
    >
      {record && counts && (
        <Counts
          counts={[
            [t('sending.counts.sent'), counts.sent],
            [t('sending.counts.unchanged'), counts.unchanged],
            [t('sending.counts.failed'), counts.failed],
            [t('sending.size'), megabytes(record.bytes_sent)],
          ]}
        />
      )}
      {record && <CafeOutcomes cafes={record.cafes} />}
      <RunLog log={run.log} hasLinks getText={getLogText}>
        {item => <SendingLogLine item={item} />}
      </RunLog>
    </Run>
  );
};

const SendingLogLine = ({ item: { text, product_id: id } }: { item: SendingLogItem }) => {
  const canRead = useCan()(recordEndpoints.nomenclature.read.access);
  const getRecordPath = useRecordPath();
  const address = id !== undefined && canRead ? getRecordPath('nomenclature', id, 'images') : null;
  return <LogText text={text} address={address} />;
};
