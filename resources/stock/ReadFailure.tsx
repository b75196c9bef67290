import { type Query, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Title, useEvent } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { isResourceName, type ResourceName } from '#contract/records.ts';
import { useLabels } from '../engine/useLabels.ts';
import { RecordUnavailable } from '../form/RecordUnavailable.tsx';

/** The read of a record that has failed before there was anything to show, and the address that this happened at. */
interface FailedRead {
  query: Query;
  pathname: string;
}

/**
 * Finds reads of records that failed. react-admin itself would return to the list and claim that the record does not
 * exist, whatever the reason; its `error` would also replace a form that is being filled in whenever a later read fails.
 * @returns a handler for the errors of such reads, and what to show in place of the screen
 */
export const useReadFailure = (): { onReadError: (error: Error) => void; failure: ReactNode } => {
  const client = useQueryClient();
  const { pathname } = useLocation();
  const [failed, setFailed] = useState<FailedRead | null>(null);
  const onReadError = useEvent((error: Error) => {
    const query = client
      .getQueryCache()
      .getAll()
      .find(({ state }) => state.error === error);
    if (query && query.state.data === undefined) setFailed({ query, pathname });
  });
  const isElsewhere = failed !== null && failed.pathname !== pathname;
  if (isElsewhere) setFailed(null);
  const resource = String(failed?.query.queryKey[0]);
  if (!failed || isElsewhere || !isResourceName(resource)) return { onReadError, failure: null };
  return {
    onReadError,
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
