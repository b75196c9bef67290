import { useGetList } from 'react-admin';
import { MAX_PER_PAGE } from '#contract/limits.ts';
import { useLiveRecords } from '#providers/liveRecords.ts';

interface Coded {
  id: number;
  code: string;
  name: string;
  archived?: boolean;
}

interface RecordsByCode {
  records: readonly Coded[];
  isLoading: boolean;
  /** The name of the record with a code, the code itself while it is not known. */
  nameOf: (code: string) => string;
}

/** Every record of a resource that others name by its code: settings, of which there are few. */
export const useRecordsByCode = (resource: string): RecordsByCode => {
  useLiveRecords(resource);
  const { data = [], isPending } = useGetList<Coded>(resource, {
    pagination: { page: 1, perPage: MAX_PER_PAGE },
    sort: { field: 'name', order: 'ASC' },
  });
  return {
    records: data,
    isLoading: isPending,
    nameOf: code => data.find(record => record.code === code)?.name ?? code,
  };
};
