import { useEffect, useState } from 'react';
import { useEvent, useGetOne, useStoreContext } from 'react-admin';
import { useNavigate, useParams } from 'react-router-dom';
import { joined, missingPart, type Queue, requestOf, useQueues } from '#providers/cache/queues.ts';
import { idsOf } from '#providers/http/bulkCalls.ts';
import { useApi } from '#providers/http/useApi.ts';
import { editAddress } from '../engine/addresses.ts';
import type { Definition } from '../engine/types.ts';

export interface QueuePlace {
  /** From 0 in the whole list; null when the record was not opened from one. */
  place: number | null;
  total: number;
  previous: number | null;
  next: number | null;
  /** Opens another record of the list in the same tab of the editor; back then leads to the list. */
  go: (id: number) => void;
}

/** The list that a record was opened from, as it was then; more of it is read when an end of what is known is near. */
export const useQueue = (definition: Definition, id: number): QueuePlace => {
  const { name } = definition;
  const { tab } = useParams();
  const navigate = useNavigate();
  const { setItem } = useStoreContext();
  const queues = useQueues();
  const { queue, at } = useKnownQueue(name, id);
  const [previous, next] = queue && at >= 0 ? [queue.ids[at - 1] ?? null, queue.ids[at + 1] ?? null] : [null, null];
  // The next record is read while this one is worked on.
  useGetOne(name, { id: next ?? 0 }, { enabled: next !== null, retry: false });
  const place = queue && at >= 0 ? queue.from + at : null;
  // The list brings this record's row into sight, on whatever page it stands.
  useEffect(() => {
    if (place !== null) setItem(`opened.${name}`, { id, place });
  }, [setItem, name, id, place]);
  const go = (other: number) => {
    if (queue) queues.write(name, { ...queue, opened: other });
    const { activeElement } = document;
    const focus = activeElement?.closest('form') && activeElement.getAttribute('name');
    void navigate(editAddress(definition, other, tab), { replace: true, ...(focus && { state: { focus } }) });
  };
  return { place, total: queue?.total ?? 0, previous, next, go };
};

const useKnownQueue = (resource: string, id: number): { queue: Queue | null; at: number } => {
  const api = useApi();
  const queues = useQueues();
  const [queue, setQueue] = useState(() => queues.read(resource));
  const at = queue?.opened === id ? queue.ids.indexOf(id) : -1;
  const part = queue && at >= 0 ? missingPart(queue, at) : null;
  const wanted = part && `${part.side} ${part.from} ${part.limit}`;
  const extend = useEvent(async (signal: AbortSignal) => {
    if (!queue || !part) return;
    const { from, limit } = part;
    const found = await idsOf(api, resource, requestOf(queue), { part: { from, limit }, signal });
    const longer = joined(queue, part, found);
    queues.write(resource, longer);
    setQueue(longer);
  });
  useEffect(() => {
    if (!wanted) return undefined;
    const leaving = new AbortController();
    // A list that cannot be read further ends here; the record itself is not concerned.
    extend(leaving.signal).catch(() => undefined);
    return () => leaving.abort();
  }, [wanted, extend]);
  return { queue, at };
};
