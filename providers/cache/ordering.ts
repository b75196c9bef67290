import { orderEndpoint } from '#contract/ordering.ts';
import { collectionOf } from '#contract/records.ts';
import type { Api } from '../http/http.ts';

export const saveOrder = (api: Api, resource: string, ids: number[]): Promise<unknown> => {
  const { path, access } = collectionOf(resource);
  return api(orderEndpoint(path, access.update), { body: { ids } });
};
