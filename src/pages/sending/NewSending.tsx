import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider } from 'react-admin';
import { Link } from 'react-router-dom';
import { endpoints } from '#contract/endpoints.ts';
import { MAX_PER_PAGE } from '#contract/limits.ts';
import type { ResourceRecord } from '#contract/records.ts';
import { findRouteRule } from '#contract/routes.ts';
import { useApi } from '#providers/http/useApi.ts';
import { useRunStore } from '#providers/jobs/runs.ts';
import { type ForecastRequest, useSendingForecast } from '#providers/jobs/sending.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { inPlaceErrorMeta, useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';
import { useCan } from '#providers/session/profile.ts';
import { getCreatePath } from '#resources/engine/resourcePaths.ts';
import { cafe } from '#resources/settings/cafe.tsx';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PageActions } from '#ui/Page.tsx';
import { ReadError } from '#ui/ReadError.tsx';
import { RunSkeleton } from '../jobs/Run.tsx';
import { CafeChoice } from './CafeChoice.tsx';
import { Forecast } from './Forecast.tsx';
import { ProductChoice } from './ProductChoice.tsx';
import styles from './Sending.module.css';
import { SendQuestion } from './SendQuestion.tsx';
import { toProductSelection, useProductChoice } from './useProductChoice.ts';

/** Reads all pages of the list, because media are sent to every cafe that is not excluded. */
const useCafes = () => {
  const provider = useDataProvider();
  return useQuery({
    // Starts with the keys of `useGetList` (ra-core 5.15), so that live updates of cafes apply.
    queryKey: ['settings/cafe', 'getList', 'all'],
    queryFn: async ({ signal }) => {
      const cafes: ResourceRecord<'settings/cafe'>[] = [];
      for (let page = 1; ; page += 1) {
        const { data, total = 0 } = await provider.getList<ResourceRecord<'settings/cafe'>>('settings/cafe', {
          pagination: { page, perPage: MAX_PER_PAGE },
          sort: { field: 'name', order: 'ASC' },
          filter: { archived: false },
          signal,
        });
        cafes.push(...data);
        if (data.length < MAX_PER_PAGE) return { data: cafes, total };
      }
    },
    meta: inPlaceErrorMeta,
  });
};

export const NewSending = ({ onStart }: { onStart: (runId: number) => void }) => {
  const t = useT();
  const { data, error, refetch } = useCafes();
  const cafes = data?.data;
  const products = useProductChoice();
  const [unpickedIds, setUnpickedIds] = useState<ReadonlySet<number>>(new Set());
  const [isResending, setResending] = useState(false);
  if (!cafes && error) return <ReadError error={error} onRetry={() => void refetch()} />;
  if (!cafes) return <RunSkeleton />;
  if (cafes.length === 0) return <NoCafes />;
  const cafe_ids = cafes.flatMap(({ id }) => (unpickedIds.has(id) ? [] : [id]));
  const productSelection = toProductSelection(products);
  const request = productSelection && cafe_ids.length > 0 ? { ...productSelection, cafe_ids, anew: isResending } : null;
  return (
    <section className={styles['choice']} aria-label={t('sending.choice')}>
      <ProductChoice {...products} />
      <CafeChoice cafes={cafes} unpickedIds={unpickedIds} onPick={setUnpickedIds} />
      <Checkbox
        label={t('sending.anew')}
        hint={t('sending.anewHint')}
        checked={isResending}
        onChange={event => setResending(event.target.checked)}
      />
      <SendingOutlook request={request} onStart={onStart} />
    </section>
  );
};

const NoCafes = () => {
  const t = useT();
  const can = useCan();
  const address = getCreatePath(cafe.definition);
  return (
    <EmptyState
      title={t('sending.noCafes')}
      text={t('sending.noCafesHint')}
      actions={
        can(findRouteRule(address)?.access) && (
          <Button variant="contained" component={Link} to={address}>
            {t('sending.addCafe')}
          </Button>
        )
      }
    />
  );
};

const SendingOutlook = ({
  request,
  onStart,
}: {
  request: ForecastRequest | null;
  onStart: (runId: number) => void;
}) => {
  const t = useT();
  const notifyError = useNotifyError();
  const api = useApi();
  const { registerStartedRun } = useRunStore('sending');
  const { data, error, refetch, isFetching } = useSendingForecast(request);
  const [isStarting, setStarting] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const begin = async () => {
    setAsking(false);
    if (!request) return;
    setStarting(true);
    try {
      onStart(registerStartedRun(await api(endpoints.sending.start, { body: request })).id);
    } catch (failure) {
      if (!notifyError(failure)) throw failure;
    } finally {
      setStarting(false);
    }
  };
  // Users can start the delivery before the forecast has loaded.
  const isIdle = !isFetching && data?.files === 0;
  return (
    <>
      <Forecast
        forecast={request ? data : undefined}
        error={request ? error : null}
        isLoading={isFetching}
        onRetry={() => void refetch()}
      />
      {isAsking && request && (
        <SendQuestion forecast={data} onConfirm={() => void begin()} onClose={() => setAsking(false)} />
      )}
      <PageActions>
        <Button
          variant="contained"
          loading={isStarting}
          disabled={request === null || error !== null || isIdle}
          onClick={() => setAsking(true)}
        >
          {t('sending.start')}
        </Button>
      </PageActions>
    </>
  );
};
