import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useRecordContext, useResourceContext } from 'react-admin';
import { isResourceName } from '#contract/records.ts';
import { findRouteRule } from '#contract/routes.ts';
import { endpointsFor } from '#providers/http/endpointsFor.ts';
import { useApi } from '#providers/http/useApi.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { inPlaceErrorMeta } from '#providers/reporting/ErrorNotifier.tsx';
import { useCan } from '#providers/session/profile.ts';
import { NewWindowLink } from '#ui/NewWindowLink.tsx';
import { useRecordPath } from '../form/editorPaths.ts';
import type { KindInputProps } from './view.ts';

/** Checks for duplicates on blur and after the server has rejected the value, not on each keystroke. */
export const useDuplicate = ({ name, field }: KindInputProps, value: unknown, isRefused: boolean) => {
  const api = useApi();
  const resource = useResourceContext();
  const record = useRecordContext();
  const [duplicateLeft, setDuplicateLeft] = useState<unknown>(null);
  const isUnsaved = Boolean(field.unique && resource && value) && value !== record?.[name];
  const isDuplicateShown = isUnsaved && (isRefused || duplicateLeft === value);
  const query = { field: name, value: String(value), ...(record && { except: Number(record.id) }) };
  const { data, refetch } = useQuery({
    // The rejection is part of the key, because it is newer than the result of the check on blur.
    queryKey: [resource, 'duplicate', query, isRefused],
    queryFn: ({ signal }) => api(endpointsFor(resource ?? '').duplicate, { query, signal }),
    enabled: isDuplicateShown,
    meta: inPlaceErrorMeta,
  });
  const duplicate = isDuplicateShown && data && resource ? <DuplicateHint {...data} resource={resource} /> : null;
  const leaveField = (): void => {
    if (isDuplicateShown) void refetch();
    setDuplicateLeft(value);
  };
  return { duplicate, leave: leaveField };
};

const DuplicateHint = ({ resource, id, name }: { resource: string; id: number; name: string }) => {
  const t = useT();
  const can = useCan();
  const getRecordPath = useRecordPath();
  const address = isResourceName(resource) ? getRecordPath(resource, id) : '';
  return (
    <span role="status">
      {t('validation.unique')}:{' '}
      {can(findRouteRule(address)?.access) ? <NewWindowLink to={address}>{name}</NewWindowLink> : name}
    </span>
  );
};
