import HistoryIcon from '@mui/icons-material/HistoryOutlined';
import { useEffect } from 'react';
import { type Batch, MAX_COUNTED_BATCHES } from '#contract/batches.ts';
import { useBatches } from '#providers/cache/batchQueries.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import { toLocalDay } from '#resources/list/days.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ReadError } from '#ui/ReadError.tsx';
import { BatchFilters } from './BatchFilters.tsx';
import { BatchRow } from './BatchRow.tsx';
import { DayChart } from './DayChart.tsx';
import styles from './History.module.css';
import { countPages, HistoryPager } from './HistoryPager.tsx';
import { type BatchAddress, useBatchAddress } from './useBatchAddress.ts';

/** Everything that was written, one row a batch, day by day. */
export const BatchesView = () => {
  const t = useT();
  const address = useBatchAddress();
  const { filter, page, isNarrowed, set, reset, values } = address;
  const { data, error, refetch, isPlaceholderData } = useBatches(filter, page);
  const last = data && countPages(data);
  const isBeyond = last !== undefined && data?.page === page && page > last;
  useEffect(() => {
    if (isBeyond) set({ page: last }, { replace: true });
  });
  const subject = data?.items.find(
    item => item.subject?.entity === values.entity && item.subject?.record_id === values.record_id,
  )?.subject;
  return (
    <>
      <BatchFilters address={address} recordName={subject?.name} />
      <DayChart address={address} />
      <section
        className={styles['batches']}
        aria-label={t('batches.all')}
        aria-busy={isPlaceholderData || (!data && !error)}
      >
        {!data && error && <ReadError error={error} onRetry={() => void refetch()} />}
        {!data && !error && <div className={styles['bones']} role="progressbar" aria-label={t('shell.loading')} />}
        {data?.items.length === 0 && (
          <EmptyState
            icon={<HistoryIcon />}
            title={t(isNarrowed ? 'batches.nothingFound' : 'batches.none')}
            text={t(isNarrowed ? 'batches.nothingFoundHint' : 'batches.noneHint')}
            actions={
              isNarrowed && (
                <Button variant="outlined" onClick={reset}>
                  {t('batches.reset')}
                </Button>
              )
            }
          />
        )}
        {data && data.items.length > 0 && <BatchTotal total={data.total} />}
        {data && <Days items={data.items} address={address} />}
        {data && <HistoryPager {...data} onPageChange={next => set({ page: next })} />}
      </section>
    </>
  );
};

const BatchTotal = ({ total }: { total: number }) => {
  const t = useT();
  const { number } = useFormats();
  return (
    <p className={styles['total']} role="status">
      {total < MAX_COUNTED_BATCHES
        ? t('batches.total', { smart_count: total, number: number(total) })
        : t('batches.capped', { number: number(total) })}
    </p>
  );
};

const Days = ({ items, address: { open, showBatch } }: { items: readonly Batch[]; address: BatchAddress }) => {
  const nameOfDay = useDayName();
  const byDay = new Map<string, Batch[]>();
  for (const batch of items) {
    const day = toLocalDay(batch.at);
    byDay.set(day, [...(byDay.get(day) ?? []), batch]);
  }
  return [...byDay].map(([day, batches]) => (
    <section key={day} className={styles['day']} aria-labelledby={`day-${day}`}>
      <h2 id={`day-${day}`}>{nameOfDay(day)}</h2>
      <ul>
        {batches.map(batch => (
          <li key={batch.id}>
            <BatchRow
              batch={batch}
              isOpen={open === batch.id}
              onToggle={() => showBatch(open === batch.id ? null : batch.id)}
            />
          </li>
        ))}
      </ul>
    </section>
  ));
};

const DAY_MS = 86_400_000;

/** The local day so many days ago. */
const getDayAgo = (days: number): string => toLocalDay(new Date(Date.now() - days * DAY_MS).toISOString());

const useDayName = (): ((day: string) => string) => {
  const t = useT();
  const { dayOf } = useFormats();
  return day => {
    if (day === getDayAgo(0)) return t('batches.today');
    return day === getDayAgo(1) ? t('batches.yesterday') : dayOf(`${day}T12:00:00`);
  };
};
