import { createContext, useContext } from 'react';
import { z } from 'zod';
import type { ListRequest } from './bulkCalls.ts';

const StoredQueue = z.object({
  filter: z.record(z.string(), z.unknown()),
  sort: z.object({ field: z.string(), order: z.enum(['ASC', 'DESC']) }),
  /** A run of the list's records in its order, as it was when one of them was opened. */
  ids: z.array(z.int()).min(1),
  /** The place of the first of them in the whole list, from 0. */
  from: z.int().min(0),
  total: z.int().min(0),
  /** The one that was opened last from the list, or by the way through it. */
  opened: z.int(),
});

/** A list that is worked through: what it was asked for, and a run of its records. */
export type Queue = z.output<typeof StoredQueue>;

/** The lists that a person works through in this tab, one for each resource; they survive a reload. */
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
        // A full storage: the editor then knows no list, and works as ever.
      }
    },
  };
};

/** Records asked for at once beyond the ends of the run. */
const REACH = 200;
/** How near an end more are asked for. */
const NEAR = 2;

/** What the API is asked for a queue. */
export const requestOf = ({ filter, sort }: Queue): ListRequest => ({ filter, sort });

/** The part of the list to ask for when a place in the run is near one of its ends; null when none is missing. */
export const missingPart = ({ ids, from, total }: Queue, at: number): Part | null => {
  // What is worked on may leave the filter, and others move up: so the run itself is asked for again.
  if (at >= ids.length - NEAR && from + ids.length < total) return { side: 'after', from, limit: ids.length + REACH };
  if (at < NEAR && from > 0) return { side: 'before', from: Math.max(0, from - REACH), limit: Math.min(from, REACH) };
  return null;
};

export interface Part {
  side: 'before' | 'after';
  from: number;
  limit: number;
}

/** The queue with the records of a part that it lacked; each comes once, and none that follows the run is left out. */
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

export const QueuesContext = createContext<Queues | null>(null);

/** The lists that are worked through. @throws outside `<QueuesContext>` */
export const useQueues = (): Queues => {
  const queues = useContext(QueuesContext);
  if (!queues) throw new Error('useQueues must be called below <QueuesContext>');
  return queues;
};
