import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { HOME } from '#contract/addresses.ts';
import { pages } from '#contract/pages.ts';
import { isResourceName } from '#contract/records.ts';
import { referenceInResource } from '#contract/referenceResource.ts';
import type { Holders } from '#contract/usages.ts';
import { endpointsOf } from '#providers/http/endpointsOf.ts';
import { useApi } from '#providers/http/useApi.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { shownInPlace } from '#providers/reporting/ErrorNotifier.tsx';
import { ReadFailed } from '#ui/ReadFailed.tsx';
import { useFormats } from '../engine/format.ts';
import { useLabels } from '../engine/useLabels.ts';
import { useRecordAddress } from './editorAddresses.ts';
import styles from './UsedDialog.module.css';

interface HoldersListProps {
  resource: string;
  ids: readonly number[];
}

/** Linked records and published feeds that a deletion would remove these records from. */
export const HoldersList = ({ resource, ids }: HoldersListProps) => {
  const t = useT();
  const api = useApi();
  const { data, error, refetch, isLoading } = useQuery({
    queryKey: ['holders', resource, ids],
    queryFn: ({ signal }) => api(endpointsOf(resource).holders, { body: { ids: [...ids] }, signal }),
    // Only records can be linked; what refers to the value of a reference prevents its deletion instead.
    enabled: referenceInResource(resource) === null,
    staleTime: 0,
    meta: shownInPlace,
  });
  if (error) return <ReadFailed error={error} onRetry={() => void refetch()} />;
  if (isLoading) return <p role="status">{t('shell.loading')}</p>;
  if (!data || data.links.length + data.feeds.length === 0) return null;
  return (
    <div className={styles['holders']}>
      <p>{t('used.affected')}</p>
      <ul>
        {data.links.map(link => (
          <LinkedLine key={link.resource} {...link} />
        ))}
        {data.feeds.length > 0 && <FeedsLine feeds={data.feeds} isOne={ids.length === 1} />}
      </ul>
    </div>
  );
};

const LinkedLine = ({ resource, count, records }: Holders['links'][number]) => {
  const t = useT();
  const { number } = useFormats();
  const labels = useLabels(resource);
  const addressOf = useRecordAddress();
  const more = count - records.length;
  return (
    <li>
      {labels.count(count)}:{' '}
      <Joined>
        {records.map(({ id, name }) =>
          isResourceName(resource) ? <NewWindow key={id} to={addressOf(resource, id)} name={name} /> : name,
        )}
      </Joined>
      {more > 0 && ` ${t('listing.bulk.andMore', { number: number(more) })}`}
    </li>
  );
};

const FeedsLine = ({ feeds, isOne }: Pick<Holders, 'feeds'> & { isOne: boolean }) => {
  const t = useT();
  const { number } = useFormats();
  return (
    <li>
      {t('used.published')}{' '}
      <Joined>
        {feeds.map(({ id, name, count }) => (
          <NewWindow
            key={id}
            to={`${HOME}${pages.synchronization.path}`}
            name={isOne ? name : `${name} (${number(count)})`}
          />
        ))}
      </Joined>
    </li>
  );
};

const Joined = ({ children }: { children: readonly ReactNode[] }) =>
  children.map((child, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the children have no state and never move.
    <Fragment key={at}>
      {at > 0 && ', '}
      {child}
    </Fragment>
  ));

/** Opens in a new window, so that the question and unsaved edits stay. */
const NewWindow = ({ to, name }: { to: string; name: string }) => (
  <Link to={to} target="_blank" rel="noopener">
    {name}
  </Link>
);
