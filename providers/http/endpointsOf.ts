import type { Collection } from '#contract/collection.ts';
import { collectionEndpoints } from '#contract/endpoint.ts';
import { collectionOf } from '#contract/records.ts';

const known = new Map<string, ReturnType<typeof collectionEndpoints<Collection>>>();

/** @throws if the contract declares no such resource */
export const endpointsOf = (resource: string) => {
  const found = known.get(resource) ?? collectionEndpoints(collectionOf(resource));
  known.set(resource, found);
  return found;
};
