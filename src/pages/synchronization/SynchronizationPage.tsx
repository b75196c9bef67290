import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { endpoints } from '#contract/endpoints.ts';
import type { SyncProject } from '#contract/synchronization.ts';
import { useSyncCalls, useSyncState, useWaitingChanges } from '#providers/jobs/synchronization.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';
import { useCan } from '#providers/session/profile.ts';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';
import { Page } from '#ui/Page.tsx';
import { ReadFailed } from '#ui/ReadFailed.tsx';
import { Projects } from './Projects.tsx';
import { Runs } from './Runs.tsx';
import { RunView } from './RunView.tsx';
import styles from './Synchronization.module.css';

/** What waits for which project, its publication as it goes, and the ones before. */
export const SynchronizationPage = () => {
  const t = useT();
  const may = useCan();
  useWaitingChanges();
  const { data, error, refetch } = useSyncState();
  const [unpicked, setUnpicked] = useState<ReadonlySet<number>>(new Set());
  const running = data?.running ?? null;
  const [shown, show] = useShownRun(running?.id ?? null);
  const start = useStarting(show);
  const picked = (data?.projects ?? []).filter(({ id }) => !unpicked.has(id));
  return (
    <Page
      title={t('synchronization.title')}
      about={t('synchronization.about')}
      actions={
        may(endpoints.synchronization.start.access) && (
          <Button
            variant="contained"
            data-shortcut="n"
            loading={start.isStarting}
            disabled={picked.length === 0 || running !== null}
            onClick={() => start.from(picked)}
          >
            {t('synchronization.publish')}
          </Button>
        )
      }
    >
      {!data && error && <ReadFailed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <div className={styles['skeleton']} role="progressbar" aria-label={t('shell.loading')} />}
      {data?.projects.length === 0 && (
        <Empty title={t('synchronization.noProjects')} text={t('synchronization.noProjectsHint')} />
      )}
      {data && data.projects.length > 0 && (
        <Projects projects={data.projects} unpicked={unpicked} onPick={setUnpicked} isBusy={running !== null} />
      )}
      {shown !== null && (
        <RunView
          key={shown}
          id={shown}
          projects={data?.projects ?? []}
          isBusy={running !== null || start.isStarting}
          onAgain={projects => start.from(projects, true)}
          onClose={() => show(null)}
        />
      )}
      <Runs isBusy={running !== null} />
    </Page>
  );
};

/**
 * The run on the screen: the one that is on, else the one that ended here, unless the address has named another since
 * (`?run=12`).
 */
const useShownRun = (running: number | null) => {
  const [query, setQuery] = useSearchParams();
  const asked = Number(query.get('run')) || null;
  const [last, setLast] = useState<{ id: number | null; asked: number | null }>({ id: null, asked });
  const [left, leave] = useState<number | null>(null);
  if (running !== null && running !== last.id) setLast({ id: running, asked });
  const ended = asked === last.asked && last.id !== left ? last.id : null;
  const shown = running ?? ended ?? asked;
  const show = (id: number | null) => {
    if (id === null) {
      leave(shown);
      setLast({ id: null, asked: null });
    }
    setQuery(id === null ? {} : { run: String(id) }, { replace: true });
  };
  return [shown, show] as const;
};

/** Begins a run and shows it; a refusal is told. */
const useStarting = (show: (id: number) => void) => {
  const { start } = useSyncCalls();
  const notifyError = useNotifyError();
  const [isStarting, setStarting] = useState(false);
  const from = (projects: readonly Pick<SyncProject, 'id'>[], onlyFailed = false): void => {
    setStarting(true);
    start(
      projects.map(({ id }) => id),
      onlyFailed,
    )
      .then(run => show(run.id))
      .catch((error: unknown) => {
        if (!notifyError(error)) throw error;
      })
      .finally(() => setStarting(false));
  };
  return { isStarting, from };
};
