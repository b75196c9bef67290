import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { HOME_PATH } from '#contract/addresses.ts';
import { pages } from '#contract/pages.ts';
import { isResourceName } from '#contract/records.ts';
import { parseReferenceName } from '#contract/referenceResource.ts';
import type { Containers } from '#contract/usages.ts';
import { endpointsFor } from '#providers/http/endpointsFor.ts';
import { useApi } from '#providers/http/useApi.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { inPlaceErrorMeta } from '#providers/reporting/ErrorNotifier.tsx';
import { NewWindowLink } from '#ui/NewWindowLink.tsx';
import { ReadError } from '#ui/ReadError.tsx';
import { useFormats } from '../engine/format.ts';
import { useLabels } from '../engine/useLabels.ts';
import { useRecordPath } from './editorPaths.ts';
import styles from './UsedDialog.module.css';

interface ReferencingRecordsProps {
  resource: string;
  ids: readonly number[];
}

/** Linked records and published feeds that a deletion would remove these records from. */
export const ReferencingRecords = ({ resource, ids }: ReferencingRecordsProps) => {
  const t = useT();
  const api = useApi();
  const { data, error, refetch, isLoading } = useQuery({
    queryKey: ['containers', resource, ids],
    queryFn: ({ signal }) => api(endpointsFor(resource).containers, { body: { ids: [...ids] }, signal }),
    // Only records have links. Values of a reference cannot be deleted while they are in use, so there is nothing to
    // list.
    enabled: parseReferenceName(resource) === null,
    staleTime: 0,
    meta: inPlaceErrorMeta,
  });
  if (error) return <ReadError error={error} onRetry={() => void refetch()} />;
  if (isLoading) return <p role="status">{t('shell.loading')}</p>;
  if (!data || data.links.length + data.feeds.length === 0) return null;
  return (
    <div className={styles['containers']}>
      <p>{t('used.affected')}</p>
      <ul>
        {data.links.map(link => (
          <LinkedLine key={link.resource} {...link} />
        ))}
        {data.feeds.length > 0 && <FeedsLine feeds={data.feeds} isSingle={ids.length === 1} />}
      </ul>
    </div>
  );
};

const LinkedLine = ({ resource, count, records }: Containers['links'][number]) => {
  const t = useT();
  const { number } = useFormats();
  const labels = useLabels(resource);
  const getRecordPath = useRecordPath();
  const hiddenCount = count - records.length;
  return (
    <li>
      {labels.count(count)}:{' '}
      <JoinedList>
        {records.map(({ id, name }) =>
          isResourceName(resource) ? (
            <NewWindowLink key={id} to={getRecordPath(resource, id)}>
              {name}
            </NewWindowLink>
          ) : (
            name
          ),
        )}
      </JoinedList>
      {hiddenCount > 0 && ` ${t('listing.bulk.andMore', { number: number(hiddenCount) })}`}
    </li>
  );
};

const FeedsLine = ({ feeds, isSingle }: Pick<Containers, 'feeds'> & { isSingle: boolean }) => {
  const t = useT();
  const { number } = useFormats();
  return (
    <li>
      {t('used.published')}{' '}
      <JoinedList>
        {feeds.map(({ id, name, count }) => (
          <NewWindowLink key={id} to={`${HOME_PATH}${pages.synchronization.path}`}>
            {isSingle ? name : `${name} (${number(count)})`}
          </NewWindowLink>
        ))}
      </JoinedList>
    </li>
  );
};

const JoinedList = ({ children }: { children: readonly ReactNode[] }) =>
  children.map((child, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the children have no state and never move.
    <Fragment key={index}>
      {index > 0 && ', '}
      {child}
    </Fragment>
  ));
