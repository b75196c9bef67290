import { collectionEndpoints, plainListEndpoints } from './endpoint.ts';
import { fieldsOfKind } from './fields.ts';
import { lazyProperties } from './lazily.ts';
import { orderEndpoint } from './ordering.ts';
import { collectionOf, type OwnResource, ownResources, recordOf, type records } from './records.ts';

type Declared<R extends OwnResource> = (typeof records)[R];
type Placed<R extends OwnResource> = {
  [N in keyof Declared<R>['fields']]: Declared<R>['fields'][N] extends { kind: 'place' } ? N : never;
}[keyof Declared<R>['fields']];

export type RecordEndpoints<R extends OwnResource> = (Declared<R>['plainList'] extends null
  ? ReturnType<typeof collectionEndpoints<Declared<R>>>
  : ReturnType<typeof plainListEndpoints<Declared<R>>>) &
  ([Placed<R>] extends [never] ? unknown : { order: ReturnType<typeof orderEndpoint<Declared<R>['path']>> });

export const isOrdered = (name: OwnResource): boolean => fieldsOfKind(collectionOf(name).fields, 'place').length > 0;

const endpointsOf = (name: OwnResource) => {
  const collection = collectionOf(name);
  const order = isOrdered(name) ? { order: orderEndpoint(collection.path, collection.access.update) } : {};
  // `order` goes first, because `/:id` also matches its path.
  return { ...order, ...(recordOf(name).plainList ? plainListEndpoints(collection) : collectionEndpoints(collection)) };
};

export const recordEndpoints = lazyProperties(
  Object.fromEntries(ownResources.map(name => [name, () => endpointsOf(name)])),
) as unknown as { readonly [R in OwnResource]: RecordEndpoints<R> };
