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
  place: number | null;
  total: number;
  previous: number | null;
  next: number | null;
  /** Opens another record in the same tab, replacing the history entry, so that «back» returns to the list. */
  go: (id: number) => void;
}

/** A snapshot, so that a save that takes the record out of the filter skips none. More ids load near either end. */
export const useQueue = (definition: Definition, id: number): QueuePlace => {
  const { name } = definition;
  const { tab } = useParams();
  const navigate = useNavigate();
  const { setItem } = useStoreContext();
  const queues = useRecordQueues();
  const { queue, at } = useKnownQueue(name, id);
  const [previous, next] = queue && at >= 0 ? [queue.ids[at - 1] ?? null, queue.ids[at + 1] ?? null] : [null, null];
  useGetOne(name, { id: next ?? 0 }, { enabled: next !== null, retry: false });
  const place = queue && at >= 0 ? queue.from + at : null;
  // Lets the list scroll to this record on return, even on another page.
  useEffect(() => {
    if (place !== null) setItem(`opened.${name}`, { id, place });
  }, [setItem, name, id, place]);
  const go = (other: number) => {
    if (queue) queues.write(name, { ...queue, opened: other });
    const { activeElement } = document;
    const focus = activeElement?.closest('form') && activeElement.getAttribute('name');
    void navigate(getEditPath(definition, other, tab), { replace: true, ...(focus && { state: { focus } }) });
  };
  return { place, total: queue?.total ?? 0, previous, next, go };
};

const useKnownQueue = (resource: string, id: number): { queue: RecordQueue | null; at: number } => {
  const api = useApi();
  const queues = useRecordQueues();
  const [queue, setQueue] = useState(() => queues.read(resource));
  const at = queue?.opened === id ? queue.ids.indexOf(id) : -1;
  const part = queue && at >= 0 ? findMissingPart(queue, at) : null;
  const partKey = part && `${part.side} ${part.from} ${part.limit}`;
  const extend = useEvent(async (signal: AbortSignal) => {
    if (!queue || !part) return;
    const { from, limit } = part;
    const found = await fetchIds(api, resource, toListRequest(queue), { slice: { from, limit }, signal });
    const extendedQueue = extendQueue(queue, part, found);
    queues.write(resource, extendedQueue);
    setQueue(extendedQueue);
  });
  useEffect(() => {
    if (!partKey) return undefined;
    const leaving = new AbortController();
    // A failure only ends the list here; the open record is unaffected.
    extend(leaving.signal).catch(() => undefined);
    return () => leaving.abort();
  }, [partKey, extend]);
  return { queue, at };
};
