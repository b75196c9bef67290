import type { SyncRun } from '#contract/synchronization.ts';
import { useSyncRuns } from '#providers/jobs/synchronization.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { PastRuns } from '../jobs/PastRuns.tsx';

/** The runs of the synchronization so far. */
export const Runs = ({ isBusy }: { isBusy: boolean }) => {
  const t = useT();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useSyncRuns();
  const runs = data && [...new Map(data.pages.flatMap(({ items }) => items).map(run => [run.id, run])).values()];
  return (
    <PastRuns
      title={t('synchronization.runs')}
      none={t('synchronization.noRuns')}
      runs={runs}
      error={error}
      onRetry={() => void refetch()}
      isBusy={isBusy}
      columns={[
        { title: t('synchronization.projects'), of: run => run.projects.map(({ name }) => name).join(', ') },
        { title: t('runs.state'), of: run => t(`synchronization.status.${run.status}`) },
        ...(['published', 'removed', 'faulty'] as const).map(kind => ({
          title: t(`synchronization.counts.${kind}`),
          of: (run: SyncRun) => run.counts[kind],
        })),
      ]}
      more={hasNextPage && { isReading: isFetchingNextPage, read: () => void fetchNextPage() }}
    />
  );
};
