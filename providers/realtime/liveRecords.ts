import { type InfiniteData, type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { z } from 'zod';
import { fieldSlugs } from '#contract/collection.ts';
import { channels, type EventPayload, filterEvents } from '#contract/events.ts';
import { collectionOf } from '#contract/records.ts';
import { isSame } from '#contract/values.ts';
import { useCan } from '../session/profile.ts';
import { type Realtime, useRealtime } from './realtime.ts';

type Change = EventPayload<'RECORDS_CHANGE'>;
type Live = Change['records'][number];
/** The record as it should be, or null where it was deleted. */
type Patch = (record: Live) => Live | null;

const LISTS = ['getList', 'getInfiniteList', 'getManyReference'];
/** Milliseconds between two refetches of the lists while changes keep coming (an import). */
const REREAD_EVERY = 1000;
/** How many changed records are remembered, to correct answers that were on their way when they changed. */
const REMEMBERED = 1000;

/**
 * Keeps react-admin's cache of a resource equal to the server: changed records are replaced in place, deleted ones
 * leave the lists, and lists are refetched where that is not enough: many changes, records that no list holds, a
 * connection that was just made.
 * `rereadEvery`: ms between two refetches of the lists while changes keep coming.
 */
export const useLiveRecords = (resource: string, { rereadEvery = REREAD_EVERY, enabled = true } = {}): void => {
  const realtime = useRealtime();
  const client = useQueryClient();
  const may = useCan();
  const slugs = fieldSlugs(collectionOf(resource)).filter(slug => may([slug]));
  const guarded = slugs.map(slug => channels.records(resource, slug)).join();
  useEffect(
    () =>
      enabled
        ? followRecords({ client, realtime, resource, guarded: guarded.split(',').filter(Boolean), rereadEvery })
        : undefined,
    [client, realtime, resource, guarded, rereadEvery, enabled],
  );
};

interface Following {
  client: QueryClient;
  realtime: Pick<Realtime, 'join' | 'on' | 'onFilter'>;
  resource: string;
  /** The channels of guarded fields that the person may subscribe to. */
  guarded: readonly string[];
  rereadEvery: number;
}

/** Starts following the server; returns the stop. */
export const followRecords = ({ client, realtime, resource, guarded, rereadEvery }: Following): (() => void) => {
  const live = createLiveRecords(client, resource);
  const reread = throttled(() => void client.invalidateQueries({ predicate: isListOf(resource) }), rereadEvery);
  const rereadOne = throttled(() => void client.invalidateQueries({ queryKey: [resource, 'getOne'] }), REREAD_EVERY);
  const filterEvent = filterEvents.find(name => name === `filter:${resource}`);
  const ends = [
    // Contract 4: only what was missed is fetched. Every change is announced on the last channel, so its quiet time
    // says how old the cache may be.
    ...guarded.map(name => realtime.join(name)),
    realtime.join(channels.records(resource), quietMs => {
      const predicate = olderThan(quietMs);
      void client.invalidateQueries({ queryKey: [resource], predicate });
    }),
    realtime.on('RECORDS_CHANGE', change => {
      if (change.resource !== resource) return;
      if (!live.apply(change)) reread.call();
      // A change of many records names none of them, and the record of an open editor may be among them.
      if (change.ids === null) rereadOne.call();
    }),
    ...(filterEvent ? [realtime.onFilter(filterEvent, reread.call)] : []),
    live.stop,
    reread.cancel,
    rereadOne.cancel,
  ];
  return () => {
    for (const end of ends) end();
  };
};

/** How much older than its arrival an answer's data may be, in ms: the transfer, and a write under way meanwhile. */
const MARGIN = 2000;

/** The longest that a first fetch is assumed to be under way, in ms; asking again would only make it later. */
const FIRST_READING = 5000;

/** Queries whose answer may be from before the last change on a channel that has been quiet for `quietMs`. */
export const olderThan =
  (quietMs: number) =>
  ({ state: { dataUpdatedAt, fetchStatus } }: Query): boolean => {
    const isFirst = dataUpdatedAt === 0 && fetchStatus === 'fetching';
    return (isFirst ? Date.now() - FIRST_READING : dataUpdatedAt) < Date.now() - quietMs + MARGIN;
  };

/** Patches the cached records of a resource with what arrives over the socket. */
export interface LiveRecords {
  /** Puts a change into the caches; false when lists have to be refetched. */
  apply: (change: Change) => boolean;
  stop: () => void;
}

/** An answer that is older than what the socket already brought is corrected as it arrives. */
export const createLiveRecords = (client: QueryClient, resource: string): LiveRecords => {
  const schema: z.ZodType = collectionOf(resource).record.partial();
  const cache = client.getQueryCache();
  const latest = new Map<number, Live>();
  const gone = new Set<number>();

  const patch: Patch = record => {
    if (gone.has(record.id)) return null;
    const newer = latest.get(record.id);
    if (!newer || newer.version < record.version) return record;
    const merged = { ...record, ...newer };
    return isSame(merged, record) ? record : merged;
  };
  const remember = ({ records, deleted }: Change): void => {
    for (const record of records) {
      const parsed = schema.safeParse(record);
      if (parsed.success) latest.set(record.id, joined(latest.get(record.id), parsed.data as Live));
    }
    for (const id of deleted) gone.add(id);
    for (const memory of [latest, gone]) {
      for (const id of [...memory.keys()].slice(0, Math.max(0, memory.size - REMEMBERED))) memory.delete(id);
    }
  };
  const stop = cache.subscribe(event => {
    const isAnswer = event.type === 'updated' && event.action.type === 'success';
    if (isAnswer && event.query.queryKey[0] === resource) patchQuery(client, event.query, patch);
  });

  return {
    stop,
    apply: change => {
      remember(change);
      const listed = new Set<number>(change.deleted);
      const patchListed: Patch = record => {
        listed.add(record.id);
        return patch(record);
      };
      for (const query of cache.findAll({ queryKey: [resource] }))
        patchQuery(client, query, query.queryKey[1] === 'getOne' ? patch : patchListed);
      const told = change.records.every(({ id, version }) => (latest.get(id)?.version ?? 0) >= version);
      return (
        told &&
        change.ids !== null &&
        [...change.ids, ...change.records.map(({ id }) => id)].every(id => listed.has(id))
      );
    },
  };
};

/** Each channel carries a part of a record's fields; parts of the same version are merged, older ones dropped. */
const joined = (known: Live | undefined, told: Live): Live => {
  if (!known || known.version < told.version) return told;
  return known.version > told.version ? known : { ...known, ...told };
};

const isListOf =
  (resource: string) =>
  ({ queryKey }: Query): boolean =>
    queryKey[0] === resource && LISTS.includes(String(queryKey[1]));

interface List {
  data: Live[];
  total?: number;
}

const patchQuery = (client: QueryClient, { queryKey, state: { data } }: Query, patch: Patch): void => {
  if (data === undefined) return;
  const patched = patchData(String(queryKey[1]), data, patch);
  if (patched !== data) client.setQueryData(queryKey, patched);
};

/** Returns the same object when nothing changed, so that nothing re-renders. The shapes are ra-core's (5.15, `useGetList` and others). */
const patchData = (verb: string, data: unknown, patch: Patch): unknown => {
  switch (verb) {
    // A form may be open on a deleted record: it stays, and its save reports that the record is gone.
    case 'getOne':
      return patch(data as Live) ?? data;
    case 'getMany':
      return patchAll(data as Live[], patch);
    case 'getList':
    case 'getManyReference':
      return patchList(data as List, patch);
    case 'getInfiniteList': {
      const all = data as InfiniteData<List>;
      const pages = all.pages.map(page => patchList(page, patch));
      return pages.every((page, at) => page === all.pages[at]) ? all : { ...all, pages };
    }
    default:
      return data;
  }
};

const patchList = (list: List, patch: Patch): List => {
  const data = patchAll(list.data, patch);
  if (data === list.data) return list;
  const removed = list.data.length - data.length;
  return removed > 0 && list.total !== undefined ? { ...list, data, total: list.total - removed } : { ...list, data };
};

const patchAll = (records: Live[], patch: Patch): Live[] => {
  const patched = records.map(patch);
  return patched.every((record, at) => record === records[at]) ? records : patched.filter(record => record !== null);
};

/** Calls immediately, then at most once in `ms`; the last call is never dropped. */
export const throttled = (work: () => void, ms: number): { call: () => void; cancel: () => void } => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAskedAgain = false;
  const call = (): void => {
    if (timer) {
      isAskedAgain = true;
      return;
    }
    work();
    timer = setTimeout(() => {
      timer = undefined;
      if (!isAskedAgain) return;
      isAskedAgain = false;
      call();
    }, ms);
  };
  return { call, cancel: () => clearTimeout(timer) };
};
