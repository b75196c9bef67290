import { useCallback, useMemo } from 'react';
import { useGetList } from 'react-admin';
import { MAX_PER_PAGE } from '#contract/limits.ts';
import { useLiveRecords } from '#providers/realtime/liveRecords.ts';

interface Named {
  id: number;
  /** What it is called by: its `code`, or its `slug`. */
  code: string;
  name: string;
  archived?: boolean;
  /** What it gives to whoever it is given to. */
  permissions?: readonly { slug: string }[];
}

interface FewRecords {
  records: readonly Named[];
  isLoading: boolean;
  /** The name of the record with a code, the code itself while it is not known. */
  nameOf: (code: string) => string;
}

/** Every record of a resource of which there are few, as of the settings, kept up to date. */
export const useFewRecords = (resource: string, key: 'code' | 'slug' = 'code'): FewRecords => {
  useLiveRecords(resource);
  const { data, isPending } = useGetList<Omit<Named, 'code'>>(resource, {
    pagination: { page: 1, perPage: MAX_PER_PAGE },
    sort: { field: 'name', order: 'ASC' },
  });
  const records = useMemo(
    () => (data ?? []).map(record => ({ ...record, code: String((record as Record<string, unknown>)[key]) })),
    [data, key],
  );
  const nameOf = useCallback((code: string) => records.find(record => record.code === code)?.name ?? code, [records]);
  return { records, isLoading: isPending, nameOf };
};
