import { useState } from 'react';
import { endpoints } from '#contract/endpoints.ts';
import type { SyncProject, SyncRun } from '#contract/synchronization.ts';
import { useRunStore } from '#providers/jobs/runs.ts';
import { useLiveProjects, useProjects, useSyncCalls } from '#providers/jobs/synchronization.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';
import { useCan } from '#providers/session/profile.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Page } from '#ui/Page.tsx';
import { ReadError } from '#ui/ReadError.tsx';
import { PastRuns } from '../jobs/PastRuns.tsx';
import { RunPlace, RunSkeleton } from '../jobs/Run.tsx';
import { useShownRun } from '../jobs/useShownRun.ts';
import { Projects } from './Projects.tsx';
import { PublishButton } from './PublishButton.tsx';
import { formatProjectNames, RunView } from './RunView.tsx';
import styles from './Synchronization.module.css';

export const SynchronizationPage = () => {
  const t = useT();
  const can = useCan();
  useLiveProjects();
  const { data: projects, error, refetch } = useProjects();
  const [unpickedIds, setUnpickedIds] = useState<ReadonlySet<number>>(new Set());
  const publications = useRunStore('synchronization');
  const shownRun = useShownRun(publications);
  const start = useStartPublication(shownRun.show);
  const pickedProjects = (projects ?? []).filter(({ id }) => !unpickedIds.has(id));
  return (
    <Page
      title={t('synchronization.title')}
      description={t('synchronization.about')}
      actions={
        can(endpoints.synchronization.start.access) && (
          <PublishButton
            projects={pickedProjects}
            isStarting={start.isStarting}
            isBusy={shownRun.isBusy}
            onPublish={() => start.from(pickedProjects)}
          />
        )
      }
    >
      {!projects && (error ? <ReadError error={error} onRetry={() => void refetch()} /> : <RunSkeleton />)}
      {projects?.length === 0 && (
        <EmptyState title={t('synchronization.noProjects')} text={t('synchronization.noProjectsHint')} />
      )}
      {projects && projects.length > 0 && (
        <Projects projects={projects} unpickedIds={unpickedIds} onPick={setUnpickedIds} isBusy={shownRun.isBusy} />
      )}
      {shownRun.isShown && (
        <div className={styles['shown']}>
          <RunPlace shownRun={shownRun}>
            {run => (
              <RunView
                key={run.runId}
                run={run}
                projects={projects ?? []}
                isStarting={start.isStarting}
                onAgain={failingProjects => start.from(failingProjects, true)}
                onClose={shownRun.close}
              />
            )}
          </RunPlace>
        </div>
      )}
      <PastRuns store={publications} messages="synchronization" isBusy={shownRun.isBusy} columns={usePastColumns()} />
    </Page>
  );
};

const usePastColumns = () => {
  const t = useT();
  return [
    { title: t('synchronization.projects'), render: formatProjectNames },
    { title: t('runs.state'), render: (run: SyncRun) => t(`synchronization.status.${run.status}`) },
    ...(['published', 'removed', 'faulty'] as const).map(kind => ({
      title: t(`synchronization.counts.${kind}`),
      render: (run: SyncRun) => run.counts[kind],
    })),
  ];
};

const useStartPublication = (showRun: (id: number) => void) => {
  const { start } = useSyncCalls();
  const notifyError = useNotifyError();
  const [isStarting, setStarting] = useState(false);
  const startFrom = (projects: readonly Pick<SyncProject, 'id'>[], onlyFailed = false): void => {
    setStarting(true);
    start(
      projects.map(({ id }) => id),
      onlyFailed,
    )
      .then(run => showRun(run.id))
      .catch((error: unknown) => {
        if (!notifyError(error)) throw error;
      })
      .finally(() => setStarting(false));
  };
  return { isStarting, from: startFrom };
};
