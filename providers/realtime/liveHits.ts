import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { channels } from '#contract/events.ts';
import { getCollection, type ResourceName } from '#contract/records.ts';
import { useCan } from '../session/profile.ts';
import { isOlderThan, throttle } from './liveRecords.ts';
import { useRealtime } from './realtime.ts';

/** A field of a record that contains other records, such as the products of a model. */
export interface HitList {
  resource: string;
  id: number;
  field: string;
}

/** Nested under the resource, so that a reconnect refetches the list together with it. */
export const buildHitsKey = ({ resource, id, field }: HitList) => [resource, 'hits', id, field] as const;

interface HitPage {
  items: readonly { id: number }[];
}

const listIds = (data: HitPage | InfiniteData<HitPage> | undefined): number[] =>
  data === undefined ? [] : ('pages' in data ? data.pages : [data]).flatMap(({ items }) => items.map(({ id }) => id));

/** Throttle for refetches, in ms, because an import changes records continuously. */
const REFETCH_INTERVAL_MS = 1000;

/**
 * Refetches a list of hits when its record changes or one of the hits that are shown. Not patched, because the server
 * composes a hit for the search.
 * @param hitResource what the hits are; those who may not list it see its changes with the next refetch
 */
export const useLiveHits = ({ resource, id, field }: HitList, hitResource: ResourceName): void => {
  const client = useQueryClient();
  const realtime = useRealtime();
  const canFollow = useCan()(getCollection(hitResource).access.list);
  useEffect(() => {
    const queryKey = buildHitsKey({ resource, id, field });
    const refetch = throttle(() => void client.invalidateQueries({ queryKey }), REFETCH_INTERVAL_MS);
    const isShown = (ids: readonly number[]): boolean => {
      const pages = client.getQueriesData<HitPage | InfiniteData<HitPage>>({ queryKey });
      const shownIds = new Set(pages.flatMap(([, data]) => listIds(data)));
      return ids.some(changedId => shownIds.has(changedId));
    };
    const cleanups = [
      realtime.on('RECORDS_CHANGE', change => {
        const isOfRecord = change.resource === resource && (change.ids === null || change.ids.includes(id));
        const isOfHit = change.resource === hitResource && (change.ids === null || isShown(change.ids));
        if (isOfRecord || isOfHit) refetch.call();
      }),
      refetch.cancel,
    ];
    if (canFollow) {
      const catchUp = (quietMs: number) => void client.invalidateQueries({ queryKey, predicate: isOlderThan(quietMs) });
      cleanups.push(realtime.join(channels.records(hitResource), catchUp));
    }
    return () => {
      for (const end of cleanups) end();
    };
  }, [client, realtime, canFollow, hitResource, resource, id, field]);
};
