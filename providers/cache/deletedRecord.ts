import { useEffect, useState } from 'react';
import { useRealtime } from '../realtime/realtime.ts';

/** Whether a record was deleted, by the socket. The caller's screen has to subscribe to the resource (`useLiveRecords`). */
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
