import { useEffect, useState } from 'react';
import { useRealtime } from '../realtime/realtime.ts';

/** Requires `useLiveRecords(resource)` on the same screen, because only that subscribes to the channel. */
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
