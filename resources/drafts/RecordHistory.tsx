import { useState } from 'react';
import type { Batch } from '#contract/batches.ts';
import type { RecordChanges } from '#contract/drafts.ts';
import { useRecordBatches } from '#providers/cache/batchQueries.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from '#ui/Button.tsx';
import { Drawer } from '#ui/Drawer.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ReadError } from '#ui/ReadError.tsx';
import { useFormats } from '../engine/format.ts';
import type { Definition } from '../engine/types.ts';
import { useEditorName } from '../engine/useEditorName.ts';
import { UndoButton } from '../undo/UndoButton.tsx';
import styles from './Drafts.module.css';
import { RecordDiff } from './RecordDiff.tsx';
import { VersionDialog } from './VersionDialog.tsx';

interface RecordHistoryProps {
  definition: Definition;
  id: number;
  name: string;
  onClose: () => void;
}

export const RecordHistory = ({ definition, id, name, onClose }: RecordHistoryProps) => {
  const t = useT();
  const { items, error, retry, more } = useRecordBatches(definition.name, id);
  return (
    <Drawer title={t('drafts.ofRecordTitle', { name })} onClose={onClose}>
      {!items && error && <ReadError error={error} onRetry={retry} />}
      {!items && !error && <div className={styles['bones']} role="progressbar" aria-label={t('shell.loading')} />}
      {items?.length === 0 && <EmptyState title={t('drafts.noRecordHistory')} text={t('drafts.noRecordHistoryHint')} />}
      <ol className={`${styles['story']} ${styles['beside']}`}>
        {items?.map((item, index) => (
          <HistoryEntry key={item.batch.id} {...item} definition={definition} isLatest={index === 0} />
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
  batch: Batch;
  record: RecordChanges;
  definition: Definition;
  /** The latest version is what the record is now. */
  isLatest: boolean;
}

const HistoryEntry = ({ batch, record, definition, isLatest }: HistoryEntryProps) => {
  const t = useT();
  const { moment } = useFormats();
  const nameOf = useEditorName();
  const [isComparing, setComparing] = useState(false);
  const { kind, details, user, acted_by, at, is_published, undone } = batch;
  const when = moment(at);
  const doneText = [t(`batches.kinds.${kind}`), kind === 'import' && details.name].filter(Boolean).join(': ');
  const isWritable =
    record.is_there &&
    !isLatest &&
    !record.fields.some(({ field, changes }) => field === '' && changes[0]?.after === null);
  return (
    <li>
      <p className={styles['who']}>
        <b>{nameOf({ name: user.name, acted_by: acted_by ?? undefined })}</b>
        <time dateTime={at}>{when}</time>
        {kind !== 'save' && <span>{doneText}</span>}
        {undone && <span>{t('batches.undone')}</span>}
        {!is_published && record.fields.length > 0 && <em>{t('drafts.notPublished')}</em>}
      </p>
      <RecordDiff draft={null} {...{ definition, record }} />
      <p className={styles['versionActions']}>
        {isWritable && (
          <Button aria-label={t('batches.versionOf', { name: when })} onClick={() => setComparing(true)}>
            {t('batches.version')}
          </Button>
        )}
        <UndoButton batchId={batch.id} name={`${doneText}, ${when}`} />
      </p>
      {isComparing && (
        <VersionDialog {...{ batch, definition }} recordId={record.record_id} onClose={() => setComparing(false)} />
      )}
    </li>
  );
};
