import BackIcon from '@mui/icons-material/ArrowBack';
import ChevronLeftIcon from '@mui/icons-material/ChevronLeft';
import ChevronRightIcon from '@mui/icons-material/ChevronRight';
import TrashIcon from '@mui/icons-material/RestoreFromTrashOutlined';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { Link } from 'react-router-dom';
import type { BulkResponse } from '#contract/bulk.ts';
import { TRASH_DAYS } from '#contract/trash.ts';
import { useTrash, useTrashCalls } from '#providers/cache/trash.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';
import { BottomBar } from '#ui/BottomBar.tsx';
import { Button, IconButton } from '#ui/Button.tsx';
import { Question } from '#ui/Dialog.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Notice } from '#ui/Notice.tsx';
import { Page } from '#ui/Page.tsx';
import { ReadError } from '#ui/ReadError.tsx';
import { SearchField } from '#ui/SearchField.tsx';
import { useFormats } from '../engine/format.ts';
import type { Definition } from '../engine/types.ts';
import { useLabels } from '../engine/useLabels.ts';
import styles from './Trash.module.css';
import { TrashTable } from './TrashTable.tsx';

/** The deleted records of a list, which can be restored or deleted for good. */
export const TrashScreen = ({ definition: { name: resource } }: { definition: Definition }) => {
  const t = useT();
  const { number } = useFormats();
  const { several } = useLabels(resource);
  const [query, setQuery] = useState({ search: '', page: 1 });
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<number>>(new Set());
  const [failed, setFailed] = useState<BulkResponse['failed']>([]);
  const { data, error, isFetching, refetch } = useTrash({ resource, ...query });
  const { listIds } = useTrashCalls(resource);
  const notifyError = useNotifyError();
  const names = new Map(data?.items.map(({ id, name }) => [id, name]));
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / (data?.per_page ?? 1)));
  // Others have restored or deleted what was on the last pages.
  if (data && !isFetching && query.page > pages) setQuery({ ...query, page: pages });
  return (
    <Page
      title={t('trash.title', { records: several })}
      actions={
        <Button component={Link} to={{ search: '' }} startIcon={<BackIcon fontSize="small" />}>
          {t('trash.back')}
        </Button>
      }
    >
      <div className={styles['bar']}>
        <SearchField value={query.search} onSearch={search => setQuery({ search, page: 1 })} />
        <p className={styles['about']}>{t('trash.about', { days: number(TRASH_DAYS) })}</p>
      </div>
      <FailedRecords failed={failed} names={names} onClose={() => setFailed([])} />
      {error && !data ? (
        <ReadError error={error} onRetry={() => void refetch()} />
      ) : data?.total === 0 ? (
        <EmptyState
          icon={<TrashIcon />}
          title={query.search ? t('shell.nothingFound') : t('trash.empty')}
          text={query.search ? t('shell.nothingFoundHint') : t('trash.emptyHint')}
        />
      ) : (
        <TrashTable items={data?.items ?? []} selectedIds={selectedIds} onSelect={setSelectedIds} />
      )}
      <TrashPager page={query.page} pages={pages} onTurn={page => setQuery({ ...query, page })} />
      {selectedIds.size > 0 && (
        <TrashActions
          resource={resource}
          ids={[...selectedIds]}
          total={data?.total ?? 0}
          onSelectAll={() =>
            void listIds(query.search).then(
              ids => setSelectedIds(new Set(ids)),
              (failure: Error) => void notifyError(failure),
            )
          }
          onDone={result => {
            setSelectedIds(new Set([...result.failed.map(({ id }) => id), ...(result.failure?.ids ?? [])]));
            setFailed(result.failed);
            setQuery({ ...query, page: 1 });
          }}
        />
      )}
    </Page>
  );
};

interface FailedRecordsProps {
  failed: BulkResponse['failed'];
  names: ReadonlyMap<number, string>;
  onClose: () => void;
}

const FailedRecords = ({ failed, names, onClose }: FailedRecordsProps) => {
  const t = useT();
  const { number } = useFormats();
  if (failed.length === 0) return null;
  return (
    <Notice kind="warning" onClose={onClose}>
      <p className={styles['failed']}>{t('trash.failed', { number: number(failed.length) })}</p>
      <ul className={styles['reasons']}>
        {failed.map(({ id, message }) => (
          <li key={id}>
            {names.get(id) ?? `№ ${id}`}: {message}
          </li>
        ))}
      </ul>
    </Notice>
  );
};

interface TrashPagerProps {
  page: number;
  pages: number;
  onTurn: (page: number) => void;
}

const TrashPager = ({ page, pages, onTurn }: TrashPagerProps) => {
  const t = useT();
  const { number } = useFormats();
  if (pages <= 1) return null;
  return (
    <nav className={styles['pager']} aria-label={t('shell.pages')}>
      <span>{t('shell.pageOf', { page: number(page), pages: number(pages) })}</span>
      <IconButton aria-label={t('shell.pagePrevious')} disabled={page <= 1} onClick={() => onTurn(page - 1)}>
        <ChevronLeftIcon fontSize="small" />
      </IconButton>
      <IconButton aria-label={t('shell.pageNext')} disabled={page >= pages} onClick={() => onTurn(page + 1)}>
        <ChevronRightIcon fontSize="small" />
      </IconButton>
    </nav>
  );
};

type TrashResult = Awaited<ReturnType<ReturnType<typeof useTrashCalls>['restore']>>;

interface TrashActionsProps {
  resource: string;
  ids: readonly number[];
  total: number;
  onSelectAll: () => void;
  onDone: (result: TrashResult) => void;
}

const TrashActions = ({ resource, ids, total, onSelectAll, onDone }: TrashActionsProps) => {
  const t = useT();
  const { number } = useFormats();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const calls = useTrashCalls(resource);
  const [running, setRunning] = useState<'restore' | 'purge' | null>(null);
  const [isAsking, setAsking] = useState(false);
  const run = async (call: 'restore' | 'purge'): Promise<void> => {
    setRunning(call);
    try {
      const result = await calls[call](ids);
      const text = t(call === 'restore' ? 'trash.restored' : 'trash.purged', { number: number(result.ids.length) });
      if (result.ids.length > 0) notify(text, { type: 'success', batchId: result.batchId });
      if (result.failure) notifyError(result.failure.error);
      onDone(result);
    } catch (failure) {
      if (!notifyError(failure)) throw failure;
    } finally {
      setRunning(null);
      setAsking(false);
    }
  };
  return (
    <BottomBar
      label={t('listing.selection')}
      description={<span role="status">{t('trash.selected', { number: number(ids.length) })}</span>}
    >
      {ids.length < total && <Button onClick={onSelectAll}>{t('trash.pickAll', { number: number(total) })}</Button>}
      <Button variant="outlined" onClick={() => setAsking(true)}>
        {t('trash.purge')}
      </Button>
      <Button variant="contained" loading={running === 'restore'} onClick={() => void run('restore')}>
        {t('trash.restore')}
      </Button>
      {isAsking && (
        <Question
          title={t('trash.purgeTitle', { number: number(ids.length) })}
          confirm={t('trash.purge')}
          isPending={running === 'purge'}
          onConfirm={() => void run('purge')}
          onClose={() => setAsking(false)}
        >
          {t('trash.purgeText')}
        </Question>
      )}
    </BottomBar>
  );
};
