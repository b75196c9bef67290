import type { z } from 'zod';
import type { Collection, StampField } from './collection.ts';
import { keysOf } from './keysOf.ts';
import { byPlace } from './menu.ts';
import type { AnyRecord, Feature } from './record.ts';
import { referenceInResource, referenceResource } from './referenceResource.ts';
import { type ReferenceResource, type ReferenceValue, referenceCollection, referenceNames } from './references.ts';
import * as listed from './resources.ts';

/**
 * Read from a namespace, whose names the compiler knows before the records behind them: so records may point at each
 * other by checked names although all of them are in the list.
 */
export type OwnResource = keyof typeof listed;
export const records: typeof listed = listed;
export type SettingsResource = Extract<OwnResource, `settings/${string}`>;
export type ResourceName = OwnResource | ReferenceResource;

/** A line of the list under another name than its record's own does not compile. */
const named: { readonly [R in OwnResource]: AnyRecord & { name: R } } = records;
/** Every resource, in the order of the menu. */
export const ownResources = keysOf(named).toSorted((one, other) => byPlace(named[one].menu, named[other].menu));

/** What a resource declares besides its collection. */
export const recordOf = (name: OwnResource): AnyRecord => named[name];

/** The resources that ask for a feature. */
export type ResourceWith<W extends Feature> = {
  [R in OwnResource]: W extends (typeof records)[R]['features'][number] ? R : never;
}[OwnResource];
export const resourcesWith = <const W extends Feature>(feature: W): ResourceWith<W>[] =>
  ownResources.filter((name): name is ResourceWith<W> => recordOf(name).features.includes(feature));

/** A record of a resource as the API carries it. */
export type RecordOf<R extends ResourceName> = R extends OwnResource
  ? z.output<(typeof records)[R]['record']>
  : ReferenceValue;
/** What a record holds beside its stamp; a field that shows a part of the stamp counts. */
export type FieldName<R extends ResourceName> = R extends OwnResource
  ? keyof (typeof records)[R]['fields'] & string
  : Exclude<keyof ReferenceValue, StampField>;

const referenceCollections = new Map<string, Collection>(
  referenceNames.map(name => [referenceResource(name), referenceCollection(name) as unknown as Collection]),
);

/**
 * The collection of a resource, the values of any reference included: people add references of their own.
 * @throws when no such resource is declared.
 */
export const collectionOf = (resource: string): Collection => {
  const known = referenceCollections.get(resource) ?? (records as Record<string, unknown>)[resource];
  if (known) return known as Collection;
  const reference = referenceInResource(resource);
  if (!reference) throw new Error(`resource "${resource}" is not declared in the contract`);
  const made = referenceCollection(reference) as unknown as Collection;
  referenceCollections.set(resource, made);
  return made;
};

/** The collection of a reference's values by the reference's code, or null when it is none. */
export const referenceValues = (name: string): Collection | null =>
  referenceInResource(referenceResource(name)) === null ? null : collectionOf(referenceResource(name));

/** Every declared resource, own ones first. */
export const resourceNames: readonly ResourceName[] = [...ownResources, ...referenceNames.map(referenceResource)];
