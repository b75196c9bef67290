import HistoryIcon from '@mui/icons-material/HistoryOutlined';
import { useEffect } from 'react';
import type { Draft } from '#contract/drafts.ts';
import { useCurrentDrafts, useHistory } from '#providers/cache/draftQueries.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ReadError } from '#ui/ReadError.tsx';
import { DraftCard } from './DraftCard.tsx';
import styles from './History.module.css';
import { HistoryFilters } from './HistoryFilters.tsx';
import { countPages, HistoryPager } from './HistoryPager.tsx';
import { type HistoryAddress, useHistoryAddress } from './useHistoryAddress.ts';

/** What is not published yet, and what each publication took along, by person. */
export const DraftsView = () => {
  const address = useHistoryAddress();
  return (
    <>
      <HistoryFilters address={address} />
      <CurrentDrafts address={address} />
      <PublishedDrafts address={address} />
    </>
  );
};

const CurrentDrafts = ({ address }: { address: HistoryAddress }) => {
  const t = useT();
  const { user } = address.filter;
  const { data, error, refetch } = useCurrentDrafts();
  const items = data?.items.filter(({ manager }) => user === undefined || manager?.id === user);
  return (
    <section aria-labelledby="current-drafts" aria-busy={!data && !error}>
      <h2 id="current-drafts">{t('drafts.current')}</h2>
      <p className={styles['hint']}>{t('drafts.currentHint')}</p>
      {!data && error && <ReadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <HistorySkeleton />}
      {items?.length === 0 && (
        <EmptyState icon={<HistoryIcon />} title={t('drafts.noCurrent')} text={t('drafts.noCurrentHint')} />
      )}
      {items && <DraftCards {...{ items, address }} />}
    </section>
  );
};

const PublishedDrafts = ({ address }: { address: HistoryAddress }) => {
  const t = useT();
  const { filter, set } = address;
  const { data, error, refetch, isPlaceholderData } = useHistory(filter);
  const isFiltered = filter.user !== undefined || filter.status !== undefined;
  const last = data && countPages(data);
  const isBeyond = last !== undefined && data?.page === filter.page && filter.page > last;
  useEffect(() => {
    if (isBeyond) set({ ...filter, page: last }, { replace: true });
  });
  return (
    <section aria-labelledby="published-drafts" aria-busy={isPlaceholderData || (!data && !error)}>
      <h2 id="published-drafts">{t('drafts.history')}</h2>
      {!data && error && <ReadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <HistorySkeleton />}
      {data?.items.length === 0 && !isFiltered && (
        <EmptyState icon={<HistoryIcon />} title={t('drafts.noHistory')} text={t('drafts.noHistoryHint')} />
      )}
      {data?.items.length === 0 && isFiltered && (
        <EmptyState
          icon={<HistoryIcon />}
          title={t('drafts.nothingFound')}
          text={t('drafts.nothingFoundHint')}
          actions={
            <Button variant="outlined" onClick={() => set({ user: undefined, status: undefined })}>
              {t('drafts.reset')}
            </Button>
          }
        />
      )}
      {data && <DraftCards items={data.items} address={address} />}
      {data && <HistoryPager {...data} onPageChange={page => set({ page })} />}
    </section>
  );
};

const DraftCards = ({ items, address }: { items: readonly Draft[]; address: HistoryAddress }) => (
  <ul className={styles['cards']}>
    {items.map(draft => (
      <li key={draft.id}>
        <DraftCard
          draft={draft}
          isOpen={address.open === draft.id}
          onToggle={() => address.showDraft(address.open === draft.id ? null : draft.id)}
        />
      </li>
    ))}
  </ul>
);

/** As tall as two drafts, so that the page does not jump. */
const HistorySkeleton = () => (
  <div className={styles['bones']} role="progressbar" aria-label={useT()('shell.loading')} />
);
