import CloseIcon from '@mui/icons-material/Close';
import Drawer from '@mui/material/Drawer';
import type { DraftEntity, DraftHead, RecordChanges } from '#contract/drafts.ts';
import { useRecordHistory } from '#providers/drafts.ts';
import { useT } from '#providers/i18nProvider.ts';
import { useFormats } from '../schema/format.ts';
import type { Definition } from '../schema/types.ts';
import { Button, IconButton } from '../schema/ui/Button.tsx';
import { Empty } from '../schema/ui/Empty.tsx';
import { ReadFailed } from '../schema/ui/ReadFailed.tsx';
import styles from './Drafts.module.css';
import { RecordDiff } from './RecordDiff.tsx';

interface RecordHistoryProps {
  definition: Definition;
  entity: DraftEntity;
  id: number;
  name: string;
  onClose: () => void;
}

/** Who changed a record, when and what exactly, the latest first, beside its editor. */
export const RecordHistory = ({ definition, entity, id, name, onClose }: RecordHistoryProps) => {
  const t = useT();
  const { items, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useRecordHistory(entity, id);
  return (
    <Drawer
      anchor="right"
      open
      onClose={onClose}
      slotProps={{ paper: { role: 'dialog', 'aria-labelledby': 'record-history', className: styles['drawer'] } }}
    >
      <header className={styles['drawerHead']}>
        <h2 id="record-history">{t('drafts.ofRecordTitle', { name })}</h2>
        <IconButton aria-label={t('drafts.close')} onClick={onClose}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </header>
      {!items && error && <ReadFailed error={error} onRetry={() => void refetch()} />}
      {!items && !error && <div className={styles['bones']} role="progressbar" aria-label={t('shell.loading')} />}
      {items?.length === 0 && <Empty title={t('drafts.noRecordHistory')} text={t('drafts.noRecordHistoryHint')} />}
      <ol className={styles['story']}>
        {items?.map(item => (
          <Entry key={item.draft.id} {...item} definition={definition} />
        ))}
      </ol>
      {hasNextPage && (
        <Button color="inherit" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('drafts.moreOfRecord')}
        </Button>
      )}
    </Drawer>
  );
};

interface EntryProps {
  draft: DraftHead;
  record: RecordChanges;
  definition: Definition;
}

const Entry = ({ draft, record, definition }: EntryProps) => {
  const t = useT();
  const { moment } = useFormats();
  const times = record.fields.flatMap(({ changes }) => changes.map(({ at }) => at)).toSorted();
  return (
    <li>
      <p className={styles['who']}>
        <b>{draft.manager?.name ?? t('drafts.nobody')}</b>
        <span>{moment(times.at(-1) ?? draft.created_at)}</span>
        {draft.status === 'current' && <em>{t('drafts.notPublished')}</em>}
      </p>
      <RecordDiff draft={draft.id} {...{ definition, record }} />
    </li>
  );
};
