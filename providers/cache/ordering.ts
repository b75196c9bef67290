import { orderEndpoint } from '#contract/ordering.ts';
import { getCollection } from '#contract/records.ts';
import type { Api } from '../http/http.ts';

/** @param order `base` is the order that the user has seen; rejects with 409 if the stored order differs */
export const saveOrder = (api: Api, resource: string, order: { ids: number[]; base: number[] }): Promise<unknown> => {
  const { path, access } = getCollection(resource);
  return api(orderEndpoint(path, access.update), { body: order });
};
