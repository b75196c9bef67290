import { type Query, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { Title, useAddNotificationContext, useEvent } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { isResourceName, type ResourceName } from '#contract/records.ts';
import { useLabels } from '../engine/useLabels.ts';
import { RecordUnavailable } from '../form/RecordUnavailable.tsx';

/** The read of a record that has failed before there was anything to show, and the address that this happened at. */
interface FailedRead {
  query: Query;
  pathname: string;
}

type AddNotification = ReturnType<typeof useAddNotificationContext>;

interface ReadFailures {
  /** Receives the notices of the screen. */
  addNotification: AddNotification;
  mustStay: RefObject<boolean>;
  /** Shown in place of the screen. */
  failure: ReactNode;
}

/** What `Edit` and `Show` report of every failed read, whatever the reason. */
const FAILED_READ_MESSAGE = 'ra.notification.item_doesnt_exist';

/**
 * Finds reads of records that failed. `Edit` and `Show` report each with a notice, and then navigate away; both are
 * suppressed. Neither their `queryOptions` nor their `error` is used instead: the screen's own options would replace
 * these, and `error` would replace a form that is being filled in whenever a later read fails.
 */
export const useReadFailure = (): ReadFailures => {
  const client = useQueryClient();
  const { pathname } = useLocation();
  const add = useAddNotificationContext();
  const [failed, setFailed] = useState<FailedRead | null>(null);
  const mustStay = useRef(false);
  const addNotification = useEvent<Parameters<AddNotification>, void>(notification => {
    if (notification.message !== FAILED_READ_MESSAGE) return add(notification);
    mustStay.current = true;
    queueMicrotask(() => {
      mustStay.current = false;
    });
    const [query] = client
      .getQueryCache()
      .findAll({ type: 'active', predicate: ({ queryKey, state }) => queryKey[1] === 'getOne' && state.error !== null })
      .toSorted((one, other) => other.state.errorUpdatedAt - one.state.errorUpdatedAt);
    if (query && query.state.data === undefined) setFailed({ query, pathname });
  });
  const isElsewhere = failed !== null && failed.pathname !== pathname;
  if (isElsewhere) setFailed(null);
  const resource = String(failed?.query.queryKey[0]);
  if (!failed || isElsewhere || !isResourceName(resource)) return { addNotification, mustStay, failure: null };
  return {
    addNotification,
    mustStay,
    // The screen reads the record again when it is mounted again.
    failure: <ReadFailure resource={resource} error={failed.query.state.error} onRetry={() => setFailed(null)} />,
  };
};

interface ReadFailureProps {
  resource: ResourceName;
  error: Error | null;
  onRetry: () => void;
}

const ReadFailure = ({ resource, error, onRetry }: ReadFailureProps) => {
  const { one } = useLabels(resource);
  return (
    <>
      {/* react-admin's own title consists of the record's name, and is empty without one. */}
      <Title title={one} />
      <RecordUnavailable resource={resource} error={error ?? undefined} onRetry={onRetry} />
    </>
  );
};
