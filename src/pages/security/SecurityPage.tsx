import SecurityIcon from '@mui/icons-material/SecurityOutlined';
import { useEffect } from 'react';
import { MAX_COUNTED_EVENTS, type SecurityEvent } from '#contract/security.ts';
import { useSecurityEvents } from '#providers/cache/security.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Page } from '#ui/Page.tsx';
import { ReadError } from '#ui/ReadError.tsx';
import { countPages, HistoryPager } from '../history/HistoryPager.tsx';
import { EventTable } from './EventTable.tsx';
import styles from './Security.module.css';
import { SecurityFilters } from './SecurityFilters.tsx';
import { useSecurityFilters } from './useSecurityFilters.ts';

export const SecurityPage = () => {
  const t = useT();
  const state = useSecurityFilters();
  const { filter, isNarrowed, set, reset } = state;
  const { data, error, refetch, isPlaceholderData } = useSecurityEvents(filter);
  const last = data && countPages(data);
  const isBeyond = last !== undefined && data?.page === filter.page && filter.page > last;
  useEffect(() => {
    if (isBeyond) set({ page: last }, { replace: true });
  });
  return (
    <Page title={t('pages.security.title')} description={t('security.about')}>
      <div className={styles['page']} aria-busy={isPlaceholderData || (!data && !error)}>
        <SecurityFilters {...state} nameOf={id => findName(data?.items ?? [], id)} />
        {!data && error && <ReadError error={error} onRetry={() => void refetch()} />}
        {!data && !error && <div className={styles['bones']} role="progressbar" aria-label={t('shell.loading')} />}
        {data?.items.length === 0 && (
          <EmptyState
            icon={<SecurityIcon />}
            title={t(isNarrowed ? 'security.nothingFound' : 'security.none')}
            text={t(isNarrowed ? 'security.nothingFoundHint' : 'security.noneHint')}
            actions={
              isNarrowed && (
                <Button variant="outlined" onClick={reset}>
                  {t('security.reset')}
                </Button>
              )
            }
          />
        )}
        {data && data.items.length > 0 && (
          <>
            <EventTotal total={data.total} />
            <EventTable events={data.items} />
          </>
        )}
        {data && <HistoryPager {...data} onPageChange={page => set({ page })} />}
      </div>
    </Page>
  );
};

const EventTotal = ({ total }: { total: number }) => {
  const t = useT();
  const { number } = useFormats();
  return (
    <p className={styles['total']} role="status">
      {total < MAX_COUNTED_EVENTS
        ? t('security.total', { smart_count: total, number: number(total) })
        : t('security.capped', { number: number(total) })}
    </p>
  );
};

const findName = (events: readonly SecurityEvent[], id: number): string | undefined => {
  for (const { user, acted_by, about } of events) {
    if (user?.id === id) return user.name;
    if (acted_by?.id === id) return acted_by.name;
    if (about?.resource === 'users' && about.id === id && about.name) return about.name;
  }
  return undefined;
};
