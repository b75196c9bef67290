import { endpoints } from '#contract/endpoints.ts';
import { countExcluded, type SyncLogItem, type SyncProject, type SyncRun } from '#contract/synchronization.ts';
import { useRunSilence } from '#providers/jobs/runPace.ts';
import type { RunState } from '#providers/jobs/runState.ts';
import { useRunStore } from '#providers/jobs/runs.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useCan } from '#providers/session/profile.ts';
import { resources } from '#resources/all.ts';
import { useRecordPath } from '#resources/form/editorPaths.ts';
import { findFieldTab } from '#resources/form/FieldLinks.tsx';
import { Button } from '#ui/Button.tsx';
import { Counts } from '../jobs/Counts.tsx';
import { getLogText, LogText } from '../jobs/LogText.tsx';
import { Run } from '../jobs/Run.tsx';
import { RunLog } from '../jobs/RunLog.tsx';
import { ExcludedCounts } from './ExcludedCounts.tsx';
import { PublishButton } from './PublishButton.tsx';

interface RunViewProps {
  run: RunState<SyncRun, SyncLogItem>;
  projects: readonly SyncProject[];
  isStarting: boolean;
  onAgain: (projects: readonly SyncProject[]) => void;
  onClose: () => void;
}

export const RunView = ({ run, projects, isStarting, onAgain, onClose }: RunViewProps) => {
  const t = useT();
  const recordAddress = useRecordPath();
  const canStart = useCan()(endpoints.synchronization.start.access);
  const { record, counts } = run;
  const failingProjects = projects.filter(
    ({ id, failed }) => failed > 0 && record?.projects.some(project => project.id === id),
  );
  return (
    <Run
      store={useRunStore('synchronization')}
      run={run}
      messages="synchronization"
      title={t(`synchronization.status.${run.status}`)}
      subject={
        record &&
        [formatProjectNames(record), record.only_failed && t('synchronization.onlyFailed')].filter(Boolean).join(' · ')
      }
      isSilent={useRunSilence(run)}
      actions={
        <>
          {canStart && failingProjects.length > 0 && (
            <PublishButton
              projects={failingProjects}
              isStarting={isStarting}
              onlyFailed
              onPublish={() => onAgain(failingProjects)}
            />
          )}
          <Button onClick={onClose}>{t('synchronization.close')}</Button>
        </>
      }
    >
      {counts && (
        <Counts
          counts={[
            ...countedOutcomes.map(kind => [t(`synchronization.counts.${kind}`), counts[kind]] as const),
            [t('synchronization.counts.leftOut'), countExcluded(counts)],
          ]}
        />
      )}
      {counts && <ExcludedCounts counts={counts} />}
      <RunLog log={run.log} hasLinks getText={getLogText}>
        {item => <LogText text={item.text} address={getLinePath(item, recordAddress)} />}
      </RunLog>
    </Run>
  );
};

const countedOutcomes = ['published', 'removed', 'unchanged', 'faulty'] as const;

export const formatProjectNames = ({ projects }: SyncRun): string => projects.map(({ name }) => name).join(', ');

const getLinePath = (
  { record, field }: SyncLogItem,
  recordAddress: ReturnType<typeof useRecordPath>,
): string | null => {
  const resource = record && resources.find(({ definition }) => definition.name === record.resource);
  if (!resource) return null;
  const tab = field ? findFieldTab(resource.definition, field) : null;
  return recordAddress(resource.definition.name, record.id, tab ?? undefined);
};
