import { useEffect, useState } from 'react';
import { useRealtime } from './realtime.ts';

/** Whether a record was heard to be deleted; whoever shows it has joined its resource's channel (`useLiveRecords`). */
export const useIsDeleted = (resource: string, id: number): boolean => {
  const realtime = useRealtime();
  const [isDeleted, setDeleted] = useState(false);
  useEffect(
    () =>
      realtime.on('RECORDS_CHANGE', change => {
        if (change.resource === resource && change.deleted.includes(id)) setDeleted(true);
      }),
    [realtime, resource, id],
  );
  return isDeleted;
};
