import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useGetOne } from 'ra-core';
import { useEffect } from 'react';
import type { Image, ImageChanges, Images } from '#contract/images.ts';
import { imageEndpoints } from '#contract/images.ts';
import { collectionOf } from '#contract/records.ts';
import { ApiError } from '../http/errors.ts';
import type { Api } from '../http/http.ts';
import { useApi } from '../http/useApi.ts';
import { shownInPlace } from '../reporting/ErrorNotifier.tsx';

/** The record that the images belong to. */
export interface Owner {
  resource: string;
  recordId: number;
}

const known = new Map<string, ReturnType<typeof imageEndpoints>>();

/** The calls for the images of a resource's records. @throws when they have none */
export const imageCallsOf = (resource: string): ReturnType<typeof imageEndpoints> => {
  const calls = known.get(resource) ?? imageEndpoints(collectionOf(resource));
  known.set(resource, calls);
  return calls;
};

const keyOf = ({ resource, recordId }: Owner) => ['images', resource, recordId] as const;

/** Puts the images of a record into the cache, unless the cached ones are newer. */
export const keepImages = (client: QueryClient, owner: Owner, { items, version }: Images): void => {
  client.setQueryData<Images>(keyOf(owner), before =>
    before && before.version > version ? before : { items, version },
  );
};

const imagesQuery = (api: Api, owner: Owner) =>
  queryOptions({
    queryKey: keyOf(owner),
    queryFn: ({ signal }): Promise<Images> =>
      api(imageCallsOf(owner.resource).list, { params: { id: owner.recordId }, signal }),
    meta: shownInPlace,
  });

/** The actions on a record's images except adding, which `uploads` does. */
interface ImageActions {
  /** Shows the requested order immediately, before the answer. */
  order: (ids: readonly number[]) => Promise<void>;
  makeMain: (id: number) => Promise<void>;
  describe: (id: number, alt: Image['alt']) => Promise<void>;
  remove: (id: number) => Promise<void>;
}

/** The images of a record, refetched as it changes, and the actions on them, which throw on failure. */
export const useImages = (owner: Owner) => {
  const api = useApi();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(imagesQuery(api, owner));
  useFollowing(owner, data?.version);
  return { images: data?.items ?? null, error, refetch, actions: actionsOn(api, client, owner) };
};

/** Images have no event of their own; the record's version rises with them, and its cached copy follows the socket. */
const useFollowing = ({ resource, recordId }: Owner, shown: number | undefined): void => {
  const client = useQueryClient();
  const { data: record } = useGetOne<{ id: number; version: number }>(resource, { id: recordId }, { retry: false });
  const version = record?.version ?? 0;
  useEffect(() => {
    if (shown !== undefined && version > shown)
      void client.invalidateQueries({ queryKey: keyOf({ resource, recordId }) });
  }, [client, resource, recordId, shown, version]);
};

const actionsOn = (api: Api, client: QueryClient, owner: Owner): ImageActions => {
  const { arrange, remove } = imageCallsOf(owner.resource);
  const params = { id: owner.recordId };
  const key = keyOf(owner);
  /** Runs an action, and shows the images as they are afterwards, also when it failed. */
  const settle = async (work: () => Promise<Images>): Promise<void> => {
    await client.cancelQueries({ queryKey: key });
    try {
      keepImages(client, owner, await work());
    } catch (error) {
      await client.invalidateQueries({ queryKey: key });
      throw error;
    }
  };
  const change = (body: Partial<ImageChanges>) => settle(() => api(arrange, { params, body }));
  return {
    order: ids => {
      client.setQueryData<Images>(key, before => before && { ...before, items: ordered(before.items, ids) });
      return change({ ids: [...ids] });
    },
    makeMain: id => change({ main_id: id }),
    describe: (id, alt) => change({ alts: [{ id, alt }] }),
    remove: id => settle(() => api(remove, { params: { ...params, image_id: id } })),
  };
};

/** Orders as the server does: the named ones first. */
const ordered = (items: readonly Image[], ids: readonly number[]): Image[] => {
  const placeOf = ({ id }: Image) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return items.toSorted((one, other) => placeOf(one) - placeOf(other));
};

/** Whether an action failed because somebody else had changed the images meanwhile. */
export const isChangedMeanwhile = (error: unknown): boolean =>
  error instanceof ApiError && (error.kind === 'conflict' || error.kind === 'notFound');
