import type { SyncProject } from '#contract/synchronization.ts';
import { useCurrentDrafts } from '#providers/cache/drafts.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import { Question } from '#ui/Dialog.tsx';
import styles from './Synchronization.module.css';

interface PublishQuestionProps {
  projects: readonly SyncProject[];
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before a publication, which cannot be taken back: what goes where, and whose open changes go along. */
export const PublishQuestion = ({ projects, onConfirm, onClose }: PublishQuestionProps) => {
  const t = useT();
  const { number } = useFormats();
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
        {projects.map(({ id, name, waiting }) => (
          <li key={id}>
            <span>{name}</span>
            <b>{t('synchronization.ask.waiting', { smart_count: waiting, number: number(waiting) })}</b>
          </li>
        ))}
      </ul>
      <OpenDrafts />
    </Question>
  );
};

/** A publication closes the drafts of everybody, not only of the person who starts it. */
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
