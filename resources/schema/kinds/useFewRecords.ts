import { useGetList } from 'react-admin';
import { MAX_PER_PAGE } from '#contract/limits.ts';
import { useLiveRecords } from '#providers/liveRecords.ts';

interface Named {
  id: number;
  code: string;
  name: string;
  archived?: boolean;
}

interface FewRecords {
  records: readonly Named[];
  isLoading: boolean;
  /** The name of the record with a code, the code itself while it is not known. */
  nameOf: (code: string) => string;
}

/** Every record of a resource of which there are few, as of the settings, kept up to date. */
export const useFewRecords = (resource: string): FewRecords => {
  useLiveRecords(resource);
  const { data = [], isPending } = useGetList<Named>(resource, {
    pagination: { page: 1, perPage: MAX_PER_PAGE },
    sort: { field: 'name', order: 'ASC' },
  });
  return {
    records: data,
    isLoading: isPending,
    nameOf: code => data.find(record => record.code === code)?.name ?? code,
  };
};
