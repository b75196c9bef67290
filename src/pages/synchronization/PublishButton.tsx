import { useState } from 'react';
import type { SyncProject } from '#contract/synchronization.ts';
import { useCurrentDrafts } from '#providers/cache/draftQueries.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import { Button } from '#ui/Button.tsx';
import { Question } from '#ui/Dialog.tsx';
import styles from '../jobs/Runs.module.css';
import { PublicationCauseText } from './PublicationCauseText.tsx';

interface PublishButtonProps {
  projects: readonly SyncProject[];
  isStarting: boolean;
  isBusy?: boolean;
  /** Publishes only records that failed before. The drafts stay open. */
  onlyFailed?: boolean;
  onPublish: () => void;
}

/** Publishes after a confirmation. There is no keyboard shortcut, because publishing cannot be undone. */
export const PublishButton = ({
  projects,
  isStarting,
  isBusy = false,
  onlyFailed = false,
  onPublish,
}: PublishButtonProps) => {
  const t = useT();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button
        variant={onlyFailed ? 'outlined' : 'contained'}
        loading={isStarting}
        disabled={projects.length === 0 || isBusy}
        onClick={() => setAsking(true)}
      >
        {t(onlyFailed ? 'synchronization.again' : 'synchronization.publish')}
      </Button>
      {isAsking && (
        <PublishQuestion
          projects={projects}
          onlyFailed={onlyFailed}
          onConfirm={() => {
            setAsking(false);
            onPublish();
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
};

interface PublishQuestionProps extends Pick<PublishButtonProps, 'projects'> {
  onlyFailed: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

const PublishQuestion = ({ projects, onlyFailed, onConfirm, onClose }: PublishQuestionProps) => {
  const t = useT();
  const { number } = useFormats();
  const countRecords = (count: number): string =>
    t('synchronization.ask.waiting', { smart_count: count, number: number(count) });
  return (
    <Question
      title={t('synchronization.ask.title')}
      confirm={t('synchronization.publish')}
      onConfirm={onConfirm}
      onClose={onClose}
      className={styles['question']}
    >
      <p>{t('synchronization.ask.text')}</p>
      <ul aria-label={t('synchronization.projects')}>
        {projects.map(({ id, name, waiting, failed, cause }) => (
          <li key={id}>
            <span>
              {name}
              {!onlyFailed && <PublicationCauseText cause={cause} />}
            </span>
            <b>{countRecords(onlyFailed ? failed : waiting)}</b>
          </li>
        ))}
      </ul>
      {onlyFailed ? <p>{t('synchronization.ask.onlyFailed')}</p> : <OpenDrafts />}
    </Question>
  );
};

/** A publication closes the drafts of all users, not only the drafts of the user who starts it. */
const OpenDrafts = () => {
  const t = useT();
  const { number } = useFormats();
  const { data, isError } = useCurrentDrafts();
  const drafts = data?.items ?? [];
  if (!data) return <p role="status">{t(isError ? 'synchronization.ask.draftsUnknown' : 'shell.loading')}</p>;
  if (drafts.length === 0) return <p>{t('synchronization.ask.noDrafts')}</p>;
  return (
    <>
      <p>{t('synchronization.ask.drafts')}</p>
      <ul aria-label={t('synchronization.ask.drafts')}>
        {drafts.map(({ id, manager, changes_count }) => (
          <li key={id}>
            <span>{manager?.name ?? t('drafts.nobody')}</span>
            <b>{t('drafts.markChanges', { smart_count: changes_count, number: number(changes_count) })}</b>
          </li>
        ))}
      </ul>
    </>
  );
};
