import { useGetManyAggregate } from 'react-admin';

export const useRecordNames = (resource: string, ids: readonly number[]): string[] => {
  const { data } = useGetManyAggregate(resource, { ids: [...ids] }, { enabled: ids.length > 0 });
  const names = new Map(data?.map(record => [record.id, String(record['name'] ?? record.id)]));
  return ids.map(id => names.get(id) ?? `№ ${id}`);
};
