import type { Collection } from '#contract/collection.ts';
import { collectionEndpoints } from '#contract/endpoint.ts';
import { getCollection } from '#contract/records.ts';

const endpointCache = new Map<string, ReturnType<typeof collectionEndpoints<Collection>>>();

/** @throws if the contract declares no such resource */
export const endpointsFor = (resource: string) => {
  const endpoints = endpointCache.get(resource) ?? collectionEndpoints(getCollection(resource));
  endpointCache.set(resource, endpoints);
  return endpoints;
};
