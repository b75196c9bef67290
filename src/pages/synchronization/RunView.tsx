import { useState } from 'react';
import { Link } from 'react-router-dom';
import { endpoints } from '#contract/endpoints.ts';
import type { SyncLogItem, SyncProject, SyncRun } from '#contract/synchronization.ts';
import { useSilence } from '#providers/jobs/runPace.ts';
import { useSyncRun } from '#providers/jobs/synchronization.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useCan } from '#providers/session/profile.ts';
import { resources } from '#resources/all.ts';
import { editAddress } from '#resources/engine/addresses.ts';
import { tabOf } from '#resources/form/FieldLinks.tsx';
import { Button } from '#ui/Button.tsx';
import { ReadFailed } from '#ui/ReadFailed.tsx';
import { Counts } from '../jobs/Counts.tsx';
import { Run } from '../jobs/Run.tsx';
import { RunLog } from '../jobs/RunLog.tsx';
import { Silence } from '../jobs/Silence.tsx';
import { CancelDialog } from './CancelDialog.tsx';
import styles from './Synchronization.module.css';

interface RunViewProps {
  id: number;
  projects: readonly SyncProject[];
  isBusy: boolean;
  /** Runs once more for what failed in these projects. */
  onAgain: (projects: readonly SyncProject[]) => void;
  onClose: () => void;
}

/** A run: how far it is, what it counted, what it says, and the ways on. */
export const RunView = ({ id, projects, isBusy, onAgain, onClose }: RunViewProps) => {
  const t = useT();
  const { data: run, error, refetch } = useSyncRun(id);
  const isSilent = useSilence(run?.status === 'processing', id, run?.progress, run?.counts, run?.log.length);
  if (!run)
    return error ? (
      <ReadFailed error={error} onRetry={() => void refetch()} />
    ) : (
      <div className={styles['skeleton']} role="progressbar" aria-label={t('shell.loading')} />
    );
  return (
    <div className={styles['shown']}>
      <Run
        label={t('synchronization.run')}
        status={run.status}
        title={t(`synchronization.status.${run.status}`)}
        subject={run.only_failed ? `${namesOf(run)} · ${t('synchronization.onlyFailed')}` : namesOf(run)}
        progress={run.progress}
        actions={<Actions run={run} projects={projects} isBusy={isBusy} onAgain={onAgain} onClose={onClose} />}
      >
        <Silence isSilent={isSilent} />
        <Counts counts={kinds.map(kind => [t(`synchronization.counts.${kind}`), run.counts[kind]])} />
        <RunLog log={run.log} hasLinks textOf={textOf}>
          {item => <Words item={item} />}
        </RunLog>
      </Run>
    </div>
  );
};

const kinds = ['published', 'removed', 'unchanged', 'faulty'] as const;

const namesOf = ({ projects }: SyncRun): string => projects.map(({ name }) => name).join(', ');

const textOf = ({ text }: { text: string }): string => text;

/** What is wrong with a field leads to the tab where it is edited. */
const Words = ({ item }: { item: SyncLogItem }) => {
  const address = addressOf(item);
  return (
    <span title={item.text}>
      {address === null ? (
        item.text
      ) : (
        <Link className={styles['link']} to={address}>
          {item.text}
        </Link>
      )}
    </span>
  );
};

const addressOf = ({ record, field }: SyncLogItem): string | null => {
  const known = record && resources.find(({ definition }) => definition.name === record.resource);
  if (!known) return null;
  const tab = field ? tabOf(known.definition, field) : null;
  return editAddress(known.definition, record.id, tab ?? undefined);
};

type ActionsProps = Omit<RunViewProps, 'id'> & { run: SyncRun };

const Actions = ({ run, projects, isBusy, onAgain, onClose }: ActionsProps) => {
  const t = useT();
  const may = useCan()(endpoints.synchronization.start.access);
  const [isAsking, ask] = useState(false);
  const isOn = run.status === 'processing';
  const failing = projects.filter(({ id, failed }) => failed > 0 && run.projects.some(one => one.id === id));
  return (
    <>
      {isOn && may && (
        <Button variant="outlined" onClick={() => ask(true)}>
          {t('synchronization.cancel')}
        </Button>
      )}
      {!isOn && may && failing.length > 0 && (
        <Button variant="outlined" disabled={isBusy} onClick={() => onAgain(failing)}>
          {t('synchronization.again')}
        </Button>
      )}
      {!isOn && <Button onClick={onClose}>{t('synchronization.close')}</Button>}
      {isAsking && isOn && <CancelDialog id={run.id} onClose={() => ask(false)} />}
    </>
  );
};
