import type { DraftEntity, DraftSummary, RecordChanges } from '#contract/drafts.ts';
import { useRecordHistory } from '#providers/cache/draftQueries.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from '#ui/Button.tsx';
import { Drawer } from '#ui/Drawer.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ReadError } from '#ui/ReadError.tsx';
import { useFormats } from '../engine/format.ts';
import type { Definition } from '../engine/types.ts';
import { useEditorName } from '../engine/useEditorName.ts';
import { findSoleActor } from './actors.ts';
import styles from './Drafts.module.css';
import { RecordDiff } from './RecordDiff.tsx';

interface RecordHistoryProps {
  definition: Definition;
  entity: DraftEntity;
  id: number;
  name: string;
  onClose: () => void;
}

export const RecordHistory = ({ definition, entity, id, name, onClose }: RecordHistoryProps) => {
  const t = useT();
  const { items, error, retry, more } = useRecordHistory(entity, id);
  return (
    <Drawer title={t('drafts.ofRecordTitle', { name })} onClose={onClose}>
      {!items && error && <ReadError error={error} onRetry={retry} />}
      {!items && !error && <div className={styles['bones']} role="progressbar" aria-label={t('shell.loading')} />}
      {items?.length === 0 && <EmptyState title={t('drafts.noRecordHistory')} text={t('drafts.noRecordHistoryHint')} />}
      <ol className={`${styles['story']} ${styles['beside']}`}>
        {items?.map(item => (
          <HistoryEntry key={item.draft.id} {...item} definition={definition} />
        ))}
      </ol>
      {more && (
        <Button loading={more.isReading} onClick={more.read}>
          {t('drafts.moreOfRecord')}
        </Button>
      )}
    </Drawer>
  );
};

interface HistoryEntryProps {
  draft: DraftSummary;
  record: RecordChanges;
  definition: Definition;
}

const HistoryEntry = ({ draft, record, definition }: HistoryEntryProps) => {
  const t = useT();
  const { moment } = useFormats();
  const nameOf = useEditorName();
  const timestamps = record.fields.flatMap(({ changes }) => changes.map(({ at }) => at)).toSorted();
  return (
    <li>
      <p className={styles['who']}>
        <b>
          {nameOf({ name: draft.manager?.name ?? t('drafts.nobody'), acted_by: findSoleActor(record) ?? undefined })}
        </b>
        <span>{moment(timestamps.at(-1) ?? draft.created_at)}</span>
        {draft.status === 'current' && <em>{t('drafts.notPublished')}</em>}
      </p>
      <RecordDiff draft={draft.id} {...{ definition, record }} />
    </li>
  );
};
