import type { Collection } from '#contract/collection.ts';
import { collectionEndpoints } from '#contract/endpoint.ts';
import { collectionOf } from '#contract/records.ts';

const endpointCache = new Map<string, ReturnType<typeof collectionEndpoints<Collection>>>();

/** @throws if the contract declares no such resource */
export const endpointsOf = (resource: string) => {
  const found = endpointCache.get(resource) ?? collectionEndpoints(collectionOf(resource));
  endpointCache.set(resource, found);
  return found;
};
