import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSendingRuns, useSendingState } from '#providers/jobs/sending.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Page } from '#ui/Page.tsx';
import { PastRuns } from '../jobs/PastRuns.tsx';
import { NewSending } from './NewSending.tsx';
import { SendingView } from './SendingView.tsx';

/** Media to cafes: choose products and cafes, see what will go, watch it go, look back at the runs before it. */
export const SendingPage = () => {
  const t = useT();
  const { running, shown, show } = useShownRun();
  return (
    <Page title={t('sending.title')} about={t('sending.about')}>
      {shown === null ? (
        <NewSending onStart={show} />
      ) : (
        <SendingView key={shown} id={shown} onClose={() => show(null)} />
      )}
      <Runs isBusy={running !== null} />
    </Page>
  );
};

/** The run on the screen: the one that is on, else the one that the address names, else the one that has just ended. */
const useShownRun = () => {
  const { status, runId } = useSendingState();
  const [query, setQuery] = useSearchParams();
  const [left, leave] = useState<number | null>(null);
  const running = status === 'processing' ? runId : null;
  const asked = Number(query.get('run')) || null;
  // A choice in the address is about something new.
  const hasChoice = [...query.keys()].some(name => name !== 'run');
  const ended = hasChoice || runId === left ? null : runId;
  const show = (id: number | null) => {
    if (id === null) leave(runId);
    setQuery(id === null ? {} : { run: String(id) }, { replace: true });
  };
  return { running, shown: running ?? asked ?? ended, show };
};

const Runs = ({ isBusy }: { isBusy: boolean }) => {
  const t = useT();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useSendingRuns();
  const runs = data && [...new Map(data.pages.flatMap(({ items }) => items).map(run => [run.id, run])).values()];
  return (
    <PastRuns
      title={t('sending.runs')}
      none={t('sending.noRuns')}
      runs={runs}
      error={error}
      onRetry={() => void refetch()}
      isBusy={isBusy}
      columns={[
        { title: t('sending.cafes'), of: run => run.cafes.map(({ name }) => name).join(', ') },
        { title: t('runs.state'), of: run => t(run.is_broken ? 'sending.broken' : `sending.status.${run.status}`) },
        { title: t('sending.counts.sent'), of: run => run.counts.sent },
        { title: t('sending.counts.failed'), of: run => run.counts.failed },
      ]}
      more={hasNextPage && { isReading: isFetchingNextPage, read: () => void fetchNextPage() }}
    />
  );
};
