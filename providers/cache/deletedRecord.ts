import { useEffect, useState } from 'react';
import { mayRestore } from '../realtime/liveRecords.ts';
import { useRealtime } from '../realtime/realtime.ts';

/** Requires `useLiveRecords(resource)` on the same screen, because only that subscribes to the channel. */
export const useIsDeleted = (resource: string, id: number): boolean => {
  const realtime = useRealtime();
  const [isDeleted, setDeleted] = useState(false);
  useEffect(
    () =>
      realtime.on('RECORDS_CHANGE', change => {
        if (change.resource !== resource) return;
        if (change.deleted.includes(id)) setDeleted(true);
        else if (mayRestore(change, id)) setDeleted(false);
      }),
    [realtime, resource, id],
  );
  return isDeleted;
};
