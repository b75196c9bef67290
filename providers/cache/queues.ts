import { z } from 'zod';
import type { ListRequest } from '../http/bulkCalls.ts';
import { useService } from '../ServicesContext.ts';

const StoredQueue = z.object({
  filter: z.record(z.string(), z.unknown()),
  sort: z.object({ field: z.string(), order: z.enum(['ASC', 'DESC']) }),
  /** A stretch of the list in its order, as it was when one of its records was opened. */
  ids: z.array(z.int()).min(1),
  /** The index of the first of them in the whole list, from 0. */
  from: z.int().min(0),
  total: z.int().min(0),
  /** The one opened last, from the list or by stepping through it. */
  opened: z.int(),
});

/** A list that is worked through record by record: its query, and a stretch of its records. */
export type Queue = z.output<typeof StoredQueue>;

/** The lists that a person works through in this tab, one per resource; they survive a reload. */
export interface Queues {
  read: (resource: string) => Queue | null;
  write: (resource: string, queue: Queue) => void;
}

/** @param storage this tab's own: `sessionStorage` */
export const createQueues = (storage: Pick<Storage, 'getItem' | 'setItem'>, owner: string): Queues => {
  const keyOf = (resource: string): string => `vitrina.queue.${owner}.${resource}`;
  return {
    read: resource => {
      try {
        return StoredQueue.parse(JSON.parse(storage.getItem(keyOf(resource)) ?? ''));
      } catch {
        return null;
      }
    },
    write: (resource, queue) => {
      try {
        storage.setItem(keyOf(resource), JSON.stringify(queue));
      } catch {
        // Storage is full: the editor then has no list to step through, and works otherwise.
      }
    },
  };
};

/** Records fetched at once beyond the ends of the stretch. */
const REACH = 200;
/** How near an end the next ones are fetched. */
const NEAR = 2;

/** What the API is asked for a queue. */
export const requestOf = ({ filter, sort }: Queue): ListRequest => ({ filter, sort });

/** The part to fetch when an index in the stretch is near one of its ends; null when none is missing. */
export const missingPart = ({ ids, from, total }: Queue, at: number): Part | null => {
  // Edited records may leave the filter and others move up, so the stretch itself is fetched again.
  if (at >= ids.length - NEAR && from + ids.length < total) return { side: 'after', from, limit: ids.length + REACH };
  if (at < NEAR && from > 0) return { side: 'before', from: Math.max(0, from - REACH), limit: Math.min(from, REACH) };
  return null;
};

export interface Part {
  side: 'before' | 'after';
  from: number;
  limit: number;
}

/** The queue with a fetched part added; no record comes twice, and none after the stretch is skipped. */
export const joined = (queue: Queue, part: Part, found: readonly number[]): Queue => {
  const known = new Set(queue.ids);
  if (part.side === 'before') {
    const end = found.findIndex(id => known.has(id));
    const earlier = end < 0 ? found : found.slice(0, end);
    return { ...queue, ids: [...earlier, ...queue.ids], from: Math.max(0, queue.from - earlier.length) };
  }
  const last = found.findLastIndex(id => known.has(id));
  const later = found.slice(last + 1);
  const ids = [...queue.ids, ...later];
  const isWhole = found.length < part.limit;
  return { ...queue, ids, total: isWhole ? queue.from + ids.length : Math.max(queue.total, queue.from + ids.length) };
};

/** The lists that are worked through. */
export const useQueues = (): Queues => useService('queues');
