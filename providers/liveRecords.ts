import { type InfiniteData, type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { z } from 'zod';
import { fieldSlugs } from '#contract/collection.ts';
import { channels, type EventPayload, filterEvents } from '#contract/events.ts';
import { collectionOf } from '#contract/records.ts';
import { isSame } from './changes.ts';
import { useCan } from './profile.ts';
import { type Realtime, useRealtime } from './realtime.ts';

type Change = EventPayload<'RECORDS_CHANGE'>;
type Live = Change['records'][number];
/** Answers whether a record stays, and as what. */
type Patch = (record: Live) => Live | null;

const LISTS = ['getList', 'getInfiniteList', 'getManyReference'];
/** Milliseconds between two readings of the lists while changes keep coming (an import). */
const REREAD_EVERY = 1000;
/** Records kept to correct answers that were on their way when they changed. */
const REMEMBERED = 1000;

/**
 * Keeps what react-admin has cached of a resource as the server has it: changed records are replaced in
 * place, deleted ones leave the lists, and lists are read again when that is not enough: many changes,
 * records that no list knows, a connection that stands only now.
 * `rereadEvery`: ms between two readings of the lists while changes keep coming; not `enabled`, it does nothing.
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
  /** The channels of the fields that a slug guards, as far as the person may hear them. */
  guarded: readonly string[];
  rereadEvery: number;
}

/** Begins to keep the cache as the server has it; returns what ends it. */
export const followRecords = ({ client, realtime, resource, guarded, rereadEvery }: Following): (() => void) => {
  const live = createLiveRecords(client, resource);
  const reread = throttled(() => void client.invalidateQueries({ predicate: isListOf(resource) }), rereadEvery);
  const rereadOne = throttled(() => void client.invalidateQueries({ queryKey: [resource, 'getOne'] }), REREAD_EVERY);
  const filterEvent = filterEvents.find(name => name === `filter:${resource}`);
  const ends = [
    // Contract 4: what was missed is asked for, and nothing else.
    // Every change is told on the last channel, so that is the one to ask how long nothing changed.
    ...guarded.map(name => realtime.join(name)),
    realtime.join(channels.records(resource), quietMs => {
      const predicate = olderThan(quietMs);
      void client.invalidateQueries({ queryKey: [resource], predicate });
    }),
    realtime.on('RECORDS_CHANGE', change => {
      if (change.resource !== resource) return;
      if (!live.apply(change)) reread.call();
      // Of many changes none is told: an open editor's record may be among them.
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

/** How far an answer's own time may be off what it holds: its way, and a write under way meanwhile; ms. */
const MARGIN = 2000;

/** How long ago a first reading that is under way was begun at most; asking anew would only make it later; ms. */
const FIRST_READING = 5000;

/** Queries whose answer may be from before the last change on a channel that has been quiet for `quietMs`. */
export const olderThan =
  (quietMs: number) =>
  ({ state: { dataUpdatedAt, fetchStatus } }: Query): boolean => {
    const isFirst = dataUpdatedAt === 0 && fetchStatus === 'fetching';
    return (isFirst ? Date.now() - FIRST_READING : dataUpdatedAt) < Date.now() - quietMs + MARGIN;
  };

/** The cached records of a resource, patched by what the socket tells. */
export interface LiveRecords {
  /** Puts a change into the caches; false when lists have to be read again. */
  apply: (change: Change) => boolean;
  stop: () => void;
}

/** Patches the caches of a resource; an answer that is older than what was told is corrected as it arrives. */
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

/** What is known of a record, of which each channel tells a part; a part of an older version says nothing of this one. */
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

/** The same object when nothing is different. The shapes are ra-core's (5.15, `useGetList` and its neighbours). */
const patchData = (verb: string, data: unknown, patch: Patch): unknown => {
  switch (verb) {
    // A form may be open on a deleted record: it stays, and saving says that the record is gone.
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

/** Calls at once, then at most once in `ms`, the last call never lost. */
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
