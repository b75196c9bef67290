import { type InfiniteData, type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { z } from 'zod';
import { listFieldSlugs } from '#contract/collection.ts';
import { channels, type EventPayload, filterEvents } from '#contract/events.ts';
import { getCollection } from '#contract/records.ts';
import { isSame } from '#contract/values.ts';
import { useCan } from '../session/profile.ts';
import { type Realtime, useRealtime } from './realtime.ts';

type RecordsChange = EventPayload<'RECORDS_CHANGE'>;
type LiveRecord = RecordsChange['records'][number];
type RecordPatch = (record: LiveRecord) => LiveRecord | null;

const LIST_METHODS = ['getList', 'getInfiniteList', 'getManyReference'];
/** Throttle for list refetches, in ms, because an import changes records continuously. */
const REFETCH_INTERVAL_MS = 1000;
/**
 * How many changed records to remember. They are needed to patch responses that were in flight when a change arrived.
 */
const MAX_REMEMBERED = 1000;

/**
 * Keeps react-admin's cache of a resource in sync with the server: changed records are patched, and deleted records are
 * removed. Lists are refetched where a patch is not enough: after bulk changes, for records that no list contains, and
 * after a reconnect. `refetchInterval`: throttle for these refetches in ms.
 */
export const useLiveRecords = (
  resource: string,
  { refetchInterval = REFETCH_INTERVAL_MS, enabled = true } = {},
): void => {
  const realtime = useRealtime();
  const client = useQueryClient();
  const can = useCan();
  const slugs = listFieldSlugs(getCollection(resource)).filter(slug => can([slug]));
  const guardedChannels = slugs.map(slug => channels.records(resource, slug)).join();
  useEffect(
    () =>
      enabled
        ? followRecords({
            client,
            realtime,
            resource,
            guardSlugs: guardedChannels.split(',').filter(Boolean),
            refetchInterval,
          })
        : undefined,
    [client, realtime, resource, guardedChannels, refetchInterval, enabled],
  );
};

interface FollowOptions {
  client: QueryClient;
  realtime: Pick<Realtime, 'join' | 'on' | 'onFilter'>;
  resource: string;
  guardSlugs: readonly string[];
  refetchInterval: number;
}

export const followRecords = ({
  client,
  realtime,
  resource,
  guardSlugs,
  refetchInterval,
}: FollowOptions): (() => void) => {
  const liveRecords = createLiveRecords(client, resource);
  const refetchLists = throttle(
    () => void client.invalidateQueries({ predicate: isListOf(resource) }),
    refetchInterval,
  );
  const refetchRecord = throttle(
    () => void client.invalidateQueries({ queryKey: [resource, 'getOne'] }),
    REFETCH_INTERVAL_MS,
  );
  const filterEvent = filterEvents.find(name => name === `filter:${resource}`);
  const cleanups = [
    // Contract 4: fetch only what was missed. Every change is published on the last channel, so its quiet time limits
    // how outdated the cache can be.
    ...guardSlugs.map(name => realtime.join(name)),
    realtime.join(channels.records(resource), quietMs => {
      const predicate = isOlderThan(quietMs);
      void client.invalidateQueries({ queryKey: [resource], predicate });
    }),
    realtime.on('RECORDS_CHANGE', change => {
      if (change.resource !== resource) return;
      if (!liveRecords.apply(change)) refetchLists.call();
      // Refetches the open record too, because a bulk change contains no ids and may include it.
      if (change.ids === null) refetchRecord.call();
    }),
    ...(filterEvent ? [realtime.onFilter(filterEvent, refetchLists.call)] : []),
    liveRecords.stop,
    refetchLists.cancel,
    refetchRecord.cancel,
  ];
  return () => {
    for (const end of cleanups) end();
  };
};

/** How much older than its arrival a response's data may be, in ms: the transfer time plus a concurrent write. */
const AGE_MARGIN_MS = 2000;

/** Assumed maximum duration of a first fetch, in ms; refetching earlier would restart it. */
const MAX_FIRST_FETCH_MS = 5000;

export const isOlderThan =
  (quietMs: number) =>
  ({ state: { dataUpdatedAt, fetchStatus } }: Query): boolean => {
    const isFirst = dataUpdatedAt === 0 && fetchStatus === 'fetching';
    return (isFirst ? Date.now() - MAX_FIRST_FETCH_MS : dataUpdatedAt) < Date.now() - quietMs + AGE_MARGIN_MS;
  };

export interface LiveRecords {
  apply: (change: RecordsChange) => boolean;
  stop: () => void;
}

/**
 * Also patches responses as they arrive, since a response in flight may be older than the data that the socket has
 * delivered.
 */
export const createLiveRecords = (client: QueryClient, resource: string): LiveRecords => {
  const schema: z.ZodType = getCollection(resource).record.partial();
  const cache = client.getQueryCache();
  const latest = new Map<number, LiveRecord>();
  const deletedIds = new Set<number>();

  /**
   * @param isPart whether an event of the record's own version may add to it; an answer is complete, and later where some
   * fields change without a version, such as the time of the last visit
   */
  const createPatch =
    (isPart: (id: number) => boolean): RecordPatch =>
    record => {
      if (deletedIds.has(record.id)) return null;
      const knownRecord = latest.get(record.id);
      const isNews = knownRecord && knownRecord.version >= record.version + (isPart(record.id) ? 0 : 1);
      if (!isNews) return record;
      const mergedRecord = { ...record, ...knownRecord };
      return isSame(mergedRecord, record) ? record : mergedRecord;
    };
  const remember = (change: RecordsChange): void => {
    const { records, deleted } = change;
    for (const id of deletedIds) if (mayRestore(change, id)) deletedIds.delete(id);
    for (const record of records) {
      const parseResult = schema.safeParse(record);
      if (parseResult.success) latest.set(record.id, mergeParts(latest.get(record.id), parseResult.data as LiveRecord));
    }
    for (const id of deleted) deletedIds.add(id);
    for (const memory of [latest, deletedIds]) {
      for (const id of [...memory.keys()].slice(0, Math.max(0, memory.size - MAX_REMEMBERED))) memory.delete(id);
    }
  };
  const patchAnswer = createPatch(() => false);
  const stop = cache.subscribe(event => {
    const isAnswer = event.type === 'updated' && event.action.type === 'success';
    if (isAnswer && event.query.queryKey[0] === resource) patchQuery(client, event.query, patchAnswer);
  });

  return {
    stop,
    apply: change => {
      remember(change);
      const changedIds = new Set<number>(change.deleted);
      const partIds = new Set(change.records.map(({ id }) => id));
      const patch = createPatch(id => partIds.has(id));
      const patchListed: RecordPatch = record => {
        changedIds.add(record.id);
        return patch(record);
      };
      for (const query of cache.findAll({ queryKey: [resource] }))
        patchQuery(client, query, query.queryKey[1] === 'getOne' ? patch : patchListed);
      const isUpToDate = change.records.every(({ id, version }) => (latest.get(id)?.version ?? 0) >= version);
      return (
        isUpToDate &&
        change.ids !== null &&
        [...change.ids, ...change.records.map(({ id }) => id)].every(id => changedIds.has(id))
      );
    },
  };
};

/** A change of many records contains no ids, so it may restore any record. */
export const mayRestore = ({ ids, deleted }: RecordsChange, id: number): boolean =>
  ids === null || (ids.includes(id) && !deleted.includes(id));

/**
 * Parts of the same version are merged, and older parts are dropped, because each channel delivers only some of a
 * record's fields.
 */
const mergeParts = (knownRecord: LiveRecord | undefined, incomingRecord: LiveRecord): LiveRecord => {
  if (!knownRecord || knownRecord.version < incomingRecord.version) return incomingRecord;
  return knownRecord.version > incomingRecord.version ? knownRecord : { ...knownRecord, ...incomingRecord };
};

const isListOf =
  (resource: string) =>
  ({ queryKey }: Query): boolean =>
    queryKey[0] === resource && LIST_METHODS.includes(String(queryKey[1]));

interface LiveList {
  data: LiveRecord[];
  total?: number;
}

const patchQuery = (client: QueryClient, { queryKey, state: { data } }: Query, patch: RecordPatch): void => {
  if (data === undefined) return;
  const patchedData = patchData(String(queryKey[1]), data, patch);
  if (patchedData !== data) client.setQueryData(queryKey, patchedData);
};

/**
 * Keeps object identity when nothing changed, to avoid re-renders. The shapes are those of ra-core 5.15 (`useGetList`
 * etc.).
 */
const patchData = (verb: string, data: unknown, patch: RecordPatch): unknown => {
  switch (verb) {
    // A deleted record stays, because its form may be open. When the user saves the form, the deletion is reported.
    case 'getOne':
      return patch(data as LiveRecord) ?? data;
    case 'getMany':
      return patchAll(data as LiveRecord[], patch);
    case 'getList':
    case 'getManyReference':
      return patchList(data as LiveList, patch);
    case 'getInfiniteList': {
      const all = data as InfiniteData<LiveList>;
      const pages = all.pages.map(page => patchList(page, patch));
      return pages.every((page, index) => page === all.pages[index]) ? all : { ...all, pages };
    }
    default:
      return data;
  }
};

const patchList = (list: LiveList, patch: RecordPatch): LiveList => {
  const data = patchAll(list.data, patch);
  if (data === list.data) return list;
  const removedCount = list.data.length - data.length;
  return removedCount > 0 && list.total !== undefined
    ? { ...list, data, total: list.total - removedCount }
    : { ...list, data };
};

const patchAll = (records: LiveRecord[], patch: RecordPatch): LiveRecord[] => {
  const patchedRecords = records.map(patch);
  return patchedRecords.every((record, index) => record === records[index])
    ? records
    : patchedRecords.filter(record => record !== null);
};

/**
 * Runs immediately, then at most once per `ms`. The trailing call is never dropped, so the last change is always
 * fetched.
 */
export const throttle = (callback: () => void, ms: number): { call: () => void; cancel: () => void } => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasTrailingCall = false;
  const call = (): void => {
    if (timer) {
      hasTrailingCall = true;
      return;
    }
    callback();
    timer = setTimeout(() => {
      timer = undefined;
      if (!hasTrailingCall) return;
      hasTrailingCall = false;
      call();
    }, ms);
  };
  return { call, cancel: () => clearTimeout(timer) };
};
