import { z } from 'zod';
import type { ListRequest } from '../http/bulkCalls.ts';
import { useService } from '../ServicesContext.ts';

const StoredQueue = z.object({
  filter: z.record(z.string(), z.unknown()),
  sort: z.object({ field: z.string(), order: z.enum(['ASC', 'DESC']) }),
  ids: z.array(z.int()).min(1),
  from: z.int().min(0),
  total: z.int().min(0),
  opened: z.int(),
});

export type RecordQueue = z.output<typeof StoredQueue>;

/** One list per resource and browser tab, kept in session storage because it must survive a reload. */
export interface RecordQueues {
  read: (resource: string) => RecordQueue | null;
  write: (resource: string, queue: RecordQueue) => void;
}

export const createRecordQueues = (storage: Pick<Storage, 'getItem' | 'setItem'>, owner: string): RecordQueues => {
  const getQueueKey = (resource: string): string => `vitrina.queue.${owner}.${resource}`;
  return {
    read: resource => {
      try {
        return StoredQueue.parse(JSON.parse(storage.getItem(getQueueKey(resource)) ?? ''));
      } catch {
        return null;
      }
    },
    write: (resource, queue) => {
      try {
        storage.setItem(getQueueKey(resource), JSON.stringify(queue));
      } catch {
        // If storage is full, the editor only lacks its previous/next buttons.
      }
    },
  };
};

const PREFETCH_COUNT = 200;
const PREFETCH_DISTANCE = 2;

export const toListRequest = ({ filter, sort }: RecordQueue): ListRequest => ({ filter, sort });

/** The ids to prefetch when `position` is close to an end of the slice; null if nothing is missing. */
export const findMissingPart = ({ ids, from, total }: RecordQueue, position: number): QueuePart | null => {
  // Saved records may no longer match the filter, which shifts the others. The slice itself is therefore fetched again,
  // to find out where it now ends.
  if (position >= ids.length - PREFETCH_DISTANCE && from + ids.length < total)
    return { side: 'after', from, limit: ids.length + PREFETCH_COUNT };
  if (position < PREFETCH_DISTANCE && from > 0)
    return { side: 'before', from: Math.max(0, from - PREFETCH_COUNT), limit: Math.min(from, PREFETCH_COUNT) };
  return null;
};

export interface QueuePart {
  side: 'before' | 'after';
  from: number;
  limit: number;
}

export const extendQueue = (queue: RecordQueue, part: QueuePart, foundIds: readonly number[]): RecordQueue => {
  const knownIds = new Set(queue.ids);
  if (part.side === 'before') {
    const end = foundIds.findIndex(id => knownIds.has(id));
    const earlierIds = end < 0 ? foundIds : foundIds.slice(0, end);
    return { ...queue, ids: [...earlierIds, ...queue.ids], from: Math.max(0, queue.from - earlierIds.length) };
  }
  const last = foundIds.findLastIndex(id => knownIds.has(id));
  const laterIds = foundIds.slice(last + 1);
  const ids = [...queue.ids, ...laterIds];
  const hasReachedEnd = foundIds.length < part.limit;
  return {
    ...queue,
    ids,
    total: hasReachedEnd ? queue.from + ids.length : Math.max(queue.total, queue.from + ids.length),
  };
};

export const useRecordQueues = (): RecordQueues => useService('queues');
