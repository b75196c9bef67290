import { useEffect, useState } from 'react';
import { useEvent, useGetOne, useStoreContext } from 'react-admin';
import { useNavigate, useParams } from 'react-router-dom';
import {
  extendQueue,
  findMissingPart,
  type RecordQueue,
  toListRequest,
  useRecordQueues,
} from '#providers/cache/queues.ts';
import { fetchIds } from '#providers/http/bulkCalls.ts';
import { useApi } from '#providers/http/useApi.ts';
import { getEditPath } from '../engine/resourcePaths.ts';
import type { Definition } from '../engine/types.ts';

export interface QueuePlace {
  /** From 0; null when the record was not opened from a list. */
  position: number | null;
  total: number;
  previous: number | null;
  next: number | null;
  /** Opens another record in the same tab, replacing the history entry, so that «back» returns to the list. */
  goToRecord: (id: number) => void;
}

/**
 * A snapshot of the list's ids, so that no record is skipped if a saved record no longer matches the filter. More ids
 * are loaded when the user gets close to either end.
 */
export const useQueue = (definition: Definition, id: number): QueuePlace => {
  const { name } = definition;
  const { tab } = useParams();
  const navigate = useNavigate();
  const { setItem } = useStoreContext();
  const queues = useRecordQueues();
  const { queue, index } = useKnownQueue(name, id);
  const [previous, next] =
    queue && index >= 0 ? [queue.ids[index - 1] ?? null, queue.ids[index + 1] ?? null] : [null, null];
  useGetOne(name, { id: next ?? 0 }, { enabled: next !== null, retry: false });
  const position = queue && index >= 0 ? queue.from + index : null;
  // Lets the list scroll to this record on return, even on another page.
  useEffect(() => {
    if (position !== null) setItem(`opened.${name}`, { id, place: position });
  }, [setItem, name, id, position]);
  const goToRecord = (other: number) => {
    if (queue) queues.write(name, { ...queue, opened: other });
    const { activeElement } = document;
    const focus = activeElement?.closest('form') && activeElement.getAttribute('name');
    void navigate(getEditPath(definition, other, tab), { replace: true, ...(focus && { state: { focus } }) });
  };
  return { position, total: queue?.total ?? 0, previous, next, goToRecord };
};

const useKnownQueue = (resource: string, id: number): { queue: RecordQueue | null; index: number } => {
  const api = useApi();
  const queues = useRecordQueues();
  const [queue, setQueue] = useState(() => queues.read(resource));
  const index = queue?.opened === id ? queue.ids.indexOf(id) : -1;
  const missingPart = queue && index >= 0 ? findMissingPart(queue, index) : null;
  const partKey = missingPart && `${missingPart.side} ${missingPart.from} ${missingPart.limit}`;
  const extend = useEvent(async (signal: AbortSignal) => {
    if (!queue || !missingPart) return;
    const { from, limit } = missingPart;
    const foundIds = await fetchIds(api, resource, toListRequest(queue), { slice: { from, limit }, signal });
    const extendedQueue = extendQueue(queue, missingPart, foundIds);
    queues.write(resource, extendedQueue);
    setQueue(extendedQueue);
  });
  useEffect(() => {
    if (!partKey) return undefined;
    const abortController = new AbortController();
    // After a failure, the list simply ends here. The open record is not affected.
    extend(abortController.signal).catch(() => undefined);
    return () => abortController.abort();
  }, [partKey, extend]);
  return { queue, index };
};
