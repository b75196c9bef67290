import type { z } from 'zod';
import type { Collection, StampField } from './collection.ts';
import { keysOf } from './keysOf.ts';
import { compareMenuPositions } from './menu.ts';
import type { AnyRecord, Feature } from './record.ts';
import { parseReferenceName, referenceResource } from './referenceResource.ts';
import { type ReferenceResource, type ReferenceValue, referenceCollection, referenceNames } from './references.ts';
import * as listed from './resources.ts';

/**
 * `typeof` a namespace import resolves its keys before its values, so that records can refer to each other by checked
 * names without a circular type.
 */
export type DeclaredResource = keyof typeof listed;
export const records: typeof listed = listed;
export type SettingsResource = Extract<DeclaredResource, `settings/${string}`>;
export type ResourceName = DeclaredResource | ReferenceResource;

/** Compile-time check that each record is exported under its own name, since URLs are derived from it. */
const recordsByName: { readonly [R in DeclaredResource]: AnyRecord & { name: R } } = records;
export const declaredResources = keysOf(recordsByName).toSorted((recordName, other) =>
  compareMenuPositions(recordsByName[recordName].menu, recordsByName[other].menu),
);

export const isDeclaredResource = (name: string): name is DeclaredResource => Object.hasOwn(recordsByName, name);

export const getRecord = (name: DeclaredResource): AnyRecord => recordsByName[name];

export type ResourceWith<W extends Feature> = {
  [R in DeclaredResource]: W extends (typeof records)[R]['features'][number] ? R : never;
}[DeclaredResource];
export const listResourcesWith = <const W extends Feature>(feature: W): ResourceWith<W>[] =>
  declaredResources.filter((name): name is ResourceWith<W> => getRecord(name).features.includes(feature));

export type ResourceRecord<R extends ResourceName> = R extends DeclaredResource
  ? z.output<(typeof records)[R]['record']>
  : ReferenceValue;
export type FieldName<R extends ResourceName> = R extends DeclaredResource
  ? keyof (typeof records)[R]['fields'] & string
  : Exclude<keyof ReferenceValue, StampField>;

const toReferenceCollection = (name: string): Collection => referenceCollection(name) as unknown as Collection;

const collections = new Map<string, Collection>([
  ...Object.entries<unknown>(records).map(([name, record]) => [name, record as Collection] as const),
  ...referenceNames.map(name => [referenceResource(name), toReferenceCollection(name)] as const),
]);

const addedCollections = new Map<string, Collection>();
/**
 * Collections of references that users added are kept up to this number. Any address may name one that does not exist,
 * so without a limit, the memory would grow with each made-up name.
 */
export const MAX_ADDED_COLLECTIONS = 500;

/**
 * The collection of a resource. Collections of references that users added are created on demand.
 * @throws when the resource is not declared
 */
export const getCollection = (resource: string): Collection => {
  const cached = collections.get(resource) ?? addedCollections.get(resource);
  if (cached) return cached;
  const reference = parseReferenceName(resource);
  if (!reference) throw new Error(`resource "${resource}" is not declared in the contract`);
  const newCollection = toReferenceCollection(reference);
  addedCollections.set(resource, newCollection);
  const [oldest] = addedCollections.keys();
  if (addedCollections.size > MAX_ADDED_COLLECTIONS && oldest !== undefined) addedCollections.delete(oldest);
  return newCollection;
};

export const findReferenceCollection = (name: string): Collection | null =>
  parseReferenceName(referenceResource(name)) === null ? null : getCollection(referenceResource(name));

export const resourceNames: readonly ResourceName[] = [...declaredResources, ...referenceNames.map(referenceResource)];
export const isResourceName = (name: string): name is ResourceName =>
  resourceNames.some(resourceName => resourceName === name);
