import { endpoints } from '#contract/endpoints.ts';
import { type SyncLogItem, type SyncProject, type SyncRun, sumLeftOut } from '#contract/synchronization.ts';
import { useRunSilence } from '#providers/jobs/runPace.ts';
import type { RunState } from '#providers/jobs/runState.ts';
import { useRuns } from '#providers/jobs/runs.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useCan } from '#providers/session/profile.ts';
import { resources } from '#resources/all.ts';
import { useRecordAddress } from '#resources/form/editorAddresses.ts';
import { tabOf } from '#resources/form/FieldLinks.tsx';
import { Button } from '#ui/Button.tsx';
import { Counts } from '../jobs/Counts.tsx';
import { LogText, textOf } from '../jobs/LogText.tsx';
import { Run } from '../jobs/Run.tsx';
import { RunLog } from '../jobs/RunLog.tsx';
import { ExcludedCounts } from './ExcludedCounts.tsx';

interface RunViewProps {
  run: RunState<SyncRun, SyncLogItem>;
  projects: readonly SyncProject[];
  isStarting: boolean;
  onAgain: (projects: readonly SyncProject[]) => void;
  onClose: () => void;
}

export const RunView = ({ run, projects, isStarting, onAgain, onClose }: RunViewProps) => {
  const t = useT();
  const recordAddress = useRecordAddress();
  const canStart = useCan()(endpoints.synchronization.start.access);
  const { record, counts } = run;
  const failing = projects.filter(({ id, failed }) => failed > 0 && record?.projects.some(one => one.id === id));
  return (
    <Run
      store={useRuns('synchronization')}
      run={run}
      texts="synchronization"
      title={t(`synchronization.status.${run.status}`)}
      subject={
        record &&
        [projectNames(record), record.only_failed && t('synchronization.onlyFailed')].filter(Boolean).join(' · ')
      }
      isSilent={useRunSilence(run)}
      actions={
        <>
          {canStart && failing.length > 0 && (
            <Button variant="outlined" disabled={isStarting} onClick={() => onAgain(failing)}>
              {t('synchronization.again')}
            </Button>
          )}
          <Button onClick={onClose}>{t('synchronization.close')}</Button>
        </>
      }
    >
      {counts && (
        <Counts
          counts={[
            ...countedOutcomes.map(kind => [t(`synchronization.counts.${kind}`), counts[kind]] as const),
            [t('synchronization.counts.leftOut'), sumLeftOut(counts)],
          ]}
        />
      )}
      {counts && <ExcludedCounts counts={counts} />}
      <RunLog log={run.log} hasLinks textOf={textOf}>
        {item => <LogText text={item.text} address={lineAddress(item, recordAddress)} />}
      </RunLog>
    </Run>
  );
};

const countedOutcomes = ['published', 'removed', 'unchanged', 'faulty'] as const;

export const projectNames = ({ projects }: SyncRun): string => projects.map(({ name }) => name).join(', ');

const lineAddress = (
  { record, field }: SyncLogItem,
  recordAddress: ReturnType<typeof useRecordAddress>,
): string | null => {
  const known = record && resources.find(({ definition }) => definition.name === record.resource);
  if (!known) return null;
  const tab = field ? tabOf(known.definition, field) : null;
  return recordAddress(known.definition.name, record.id, tab ?? undefined);
};
