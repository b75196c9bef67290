import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useGetOne } from 'ra-core';
import { useEffect } from 'react';
import type { Image, ImageChanges, Images } from '#contract/images.ts';
import { imageEndpoints } from '#contract/images.ts';
import { getCollection } from '#contract/records.ts';
import { ApiError } from '../http/errors.ts';
import type { Api } from '../http/http.ts';
import { useApi } from '../http/useApi.ts';
import { inPlaceErrorMeta } from '../reporting/ErrorNotifier.tsx';

export interface RecordRef {
  resource: string;
  recordId: number;
}

const endpointCache = new Map<string, ReturnType<typeof imageEndpoints>>();

/** Image endpoints of a resource. @throws if its records have no images */
export const getImageEndpoints = (resource: string): ReturnType<typeof imageEndpoints> => {
  const calls = endpointCache.get(resource) ?? imageEndpoints(getCollection(resource));
  endpointCache.set(resource, calls);
  return calls;
};

const buildQueryKey = ({ resource, recordId }: RecordRef) => ['images', resource, recordId] as const;

/**
 * Keeps a newer response if one is already cached, because the responses to an upload and a reordering can arrive out
 * of order.
 */
export const cacheImages = (client: QueryClient, owner: RecordRef, { items, version }: Images): void => {
  client.setQueryData<Images>(buildQueryKey(owner), before =>
    before && before.version > version ? before : { items, version },
  );
};

const buildImagesQuery = (api: Api, owner: RecordRef) =>
  queryOptions({
    queryKey: buildQueryKey(owner),
    queryFn: ({ signal }): Promise<Images> =>
      api(getImageEndpoints(owner.resource).list, { params: { id: owner.recordId }, signal }),
    meta: inPlaceErrorMeta,
  });

/** All actions except adding images, which is part of `uploads` because uploads continue after the screen is closed. */
interface ImageActions {
  order: (ids: readonly number[]) => Promise<Images>;
  makeMain: (id: number) => Promise<Images>;
  describe: (id: number, alt: Image['alt']) => Promise<Images>;
  remove: (id: number) => Promise<Images>;
}

/** The actions reject on failure, so that callers can keep their dialogs open. */
export const useImages = (owner: RecordRef) => {
  const api = useApi();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(buildImagesQuery(api, owner));
  useRefetchOnChange(owner, data?.version);
  return { images: data?.items ?? null, error, refetch, actions: createImageActions(api, client, owner) };
};

/**
 * Watches the version of the record, which the socket keeps up to date. Images have no event of their own, but each
 * change to them increments this version.
 */
const useRefetchOnChange = ({ resource, recordId }: RecordRef, shownVersion: number | undefined): void => {
  const client = useQueryClient();
  const { data: record } = useGetOne<{ id: number; version: number }>(resource, { id: recordId }, { retry: false });
  const version = record?.version ?? 0;
  useEffect(() => {
    if (shownVersion !== undefined && version > shownVersion)
      void client.invalidateQueries({ queryKey: buildQueryKey({ resource, recordId }) });
  }, [client, resource, recordId, shownVersion, version]);
};

const createImageActions = (api: Api, client: QueryClient, owner: RecordRef): ImageActions => {
  const { arrange, remove } = getImageEndpoints(owner.resource);
  const params = { id: owner.recordId };
  const key = buildQueryKey(owner);
  /** Caches the result. After a failure, it refetches the images, because others may have changed them. */
  const settle = async (request: () => Promise<Images>): Promise<Images> => {
    await client.cancelQueries({ queryKey: key });
    try {
      const images = await request();
      cacheImages(client, owner, images);
      return images;
    } catch (error) {
      await client.invalidateQueries({ queryKey: key });
      throw error;
    }
  };
  const arrangeImages = (body: Partial<ImageChanges>) => api(arrange, { params, body });
  return {
    order: ids => {
      const before = client.getQueryData<Images>(key);
      const moved = client.setQueryData<Images>(key, before && { ...before, items: sortByIds(before.items, ids) });
      return settle(async () => {
        try {
          return await arrangeImages({ ids: [...ids] });
        } catch (error) {
          // The refetch may fail too, and would leave an order on the screen that was never saved.
          client.setQueryData<Images>(key, now => (now === moved ? before : now));
          throw error;
        }
      });
    },
    makeMain: id => settle(() => arrangeImages({ main_id: id })),
    describe: (id, alt) => settle(() => arrangeImages({ alts: [{ id, alt }] })),
    remove: id => settle(() => api(remove, { params: { ...params, image_id: id } })),
  };
};

/** Sorts like the server does, so that the optimistic order matches the response: listed ids first. */
const sortByIds = (items: readonly Image[], ids: readonly number[]): Image[] => {
  const getPosition = ({ id }: Image) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return items.toSorted((image, other) => getPosition(image) - getPosition(other));
};

export const isStaleError = (error: unknown): boolean =>
  error instanceof ApiError && (error.kind === 'conflict' || error.kind === 'notFound');
