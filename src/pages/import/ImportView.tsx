import { Link } from 'react-router-dom';
import type { ImportRun, LogItem } from '#contract/importing.ts';
import { useRunSilence } from '#providers/jobs/runPace.ts';
import { isInProgress, type RunState } from '#providers/jobs/runState.ts';
import { useRunStore } from '#providers/jobs/runs.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { getListPath } from '#resources/engine/resourcePaths.ts';
import { Button } from '#ui/Button.tsx';
import { Run } from '../jobs/Run.tsx';
import { ImportCounts } from './ImportCounts.tsx';
import { ImportLog } from './ImportLog.tsx';
import { Pace } from './Pace.tsx';
import { ReportButton } from './ReportButton.tsx';
import { RunUndo } from './RunUndo.tsx';
import { SkippedButton } from './SkippedButton.tsx';

interface ImportViewProps {
  run: RunState<ImportRun, LogItem>;
  onClose: () => void;
}

export const ImportView = ({ run, onClose }: ImportViewProps) => {
  const t = useT();
  const { runId, counts, log } = run;
  const isSilent = useRunSilence(run);
  const profile = run.record?.profile;
  const isFinished = runId !== null && !isInProgress(run);
  return (
    <Run
      store={useRunStore('import')}
      run={run}
      messages="importPage"
      title={t(`importPage.status.${run.status}`)}
      subject={run.record?.file_name}
      isSilent={isSilent}
      actions={
        <>
          {counts && counts.faulty > 0 && runId !== null && <SkippedButton runId={runId} />}
          {isFinished && <RunUndo runId={runId} />}
          {isFinished && <ReportButton runId={runId} />}
          {isFinished && profile && (
            <Button variant="outlined" component={Link} to={`?by=${profile.id}`}>
              {t('importPage.again', { name: profile.name })}
            </Button>
          )}
          <Button variant="outlined" component={Link} to={getListPath('nomenclature')}>
            {t('importPage.toList')}
          </Button>
          <Button variant="contained" data-shortcut="n" onClick={onClose}>
            {t('importPage.another')}
          </Button>
        </>
      }
    >
      {isInProgress(run) && !isSilent && <Pace />}
      {counts && <ImportCounts counts={counts} />}
      <ImportLog key={runId} log={log} />
    </Run>
  );
};
