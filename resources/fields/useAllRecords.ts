import { useCallback, useMemo } from 'react';
import { useGetList } from 'react-admin';
import { MAX_PER_PAGE } from '#contract/limits.ts';
import { useLiveRecords } from '#providers/realtime/liveRecords.ts';
import { useNotifyOnError } from '#providers/reporting/ErrorNotifier.tsx';

interface CodedRecord {
  id: number;
  code: string;
  name: string;
  archived?: boolean;
  permissions?: readonly { slug: string }[];
}

interface AllRecords {
  records: readonly CodedRecord[];
  isLoading: boolean;
  error: unknown;
  nameOf: (code: string) => string;
}

/** All records of a small resource (such as settings), kept up to date, so that pickers need no search. */
export const useAllRecords = (resource: string, key: 'code' | 'slug' = 'code'): AllRecords => {
  useLiveRecords(resource);
  const { data, isPending, error } = useGetList<Omit<CodedRecord, 'code'>>(resource, {
    pagination: { page: 1, perPage: MAX_PER_PAGE },
    sort: { field: 'name', order: 'ASC' },
  });
  useNotifyOnError(error);
  const records = useMemo(
    () => (data ?? []).map(record => ({ ...record, code: String((record as Record<string, unknown>)[key]) })),
    [data, key],
  );
  const nameOf = useCallback((code: string) => records.find(record => record.code === code)?.name ?? code, [records]);
  return { records, isLoading: isPending, error, nameOf };
};
