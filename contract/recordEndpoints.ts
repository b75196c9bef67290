import { collectionEndpoints, plainListEndpoints } from './endpoint.ts';
import { listFieldsOfKind } from './fields.ts';
import { lazyProperties } from './lazyProperties.ts';
import { orderEndpoint } from './ordering.ts';
import { type DeclaredResource, declaredResources, getCollection, getRecord, type records } from './records.ts';

type DeclaredRecord<R extends DeclaredResource> = (typeof records)[R];
type PositionFieldName<R extends DeclaredResource> = {
  [N in keyof DeclaredRecord<R>['fields']]: DeclaredRecord<R>['fields'][N] extends { kind: 'place' } ? N : never;
}[keyof DeclaredRecord<R>['fields']];

export type RecordEndpoints<R extends DeclaredResource> = (DeclaredRecord<R>['plainList'] extends null
  ? ReturnType<typeof collectionEndpoints<DeclaredRecord<R>>>
  : ReturnType<typeof plainListEndpoints<DeclaredRecord<R>>>) &
  ([PositionFieldName<R>] extends [never]
    ? unknown
    : { order: ReturnType<typeof orderEndpoint<DeclaredRecord<R>['path']>> });

export const isOrdered = (name: DeclaredResource): boolean =>
  listFieldsOfKind(getCollection(name).fields, 'place').length > 0;

const buildEndpoints = (name: DeclaredResource) => {
  const collection = getCollection(name);
  const order = isOrdered(name) ? { order: orderEndpoint(collection.path, collection.access.update) } : {};
  // `order` goes first, because `/:id` also matches its path.
  return {
    ...order,
    ...(getRecord(name).plainList ? plainListEndpoints(collection) : collectionEndpoints(collection)),
  };
};

export const recordEndpoints = lazyProperties(
  Object.fromEntries(declaredResources.map(name => [name, () => buildEndpoints(name)])),
) as unknown as { readonly [R in DeclaredResource]: RecordEndpoints<R> };
