import { type Collection, type FilterQuery, getWriteAccess } from '#contract/collection.ts';
import { findFieldByParameter } from '#contract/filters.ts';
import { isAllowed } from '#contract/permissions.ts';
import type { Caller } from '../accounts/session/caller.ts';
import { ApiFailure } from '../http/errors.ts';
import type { WireRecord } from './readRecords.ts';
import type { Patch } from './values.ts';

type PermissionHolder = Pick<Caller, 'grantedSlugs'>;

/** Removes the fields the caller may not see (§2: each tab has a slug of its own). */
export const filterVisibleFields =
  ({ grantedSlugs }: PermissionHolder, { fields }: Pick<Collection, 'fields'>) =>
  (record: WireRecord): WireRecord =>
    omitFields(
      record,
      Object.keys(fields).filter(name => fields[name]?.slug && !grantedSlugs.has(fields[name].slug)),
    );

const omitFields = (record: WireRecord, names: readonly string[]): WireRecord =>
  names.length === 0
    ? record
    : (Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name))) as WireRecord);

/**
 * @throws {ApiFailure} 403 when a list is filtered or sorted by a field the caller may not see, as that would reveal
 * its values
 */
export const assertCanFilter = (
  { grantedSlugs }: PermissionHolder,
  { fields }: Pick<Collection, 'fields'>,
  query: FilterQuery,
): void => {
  const parameters = Object.keys(query).filter(parameter => query[parameter] !== undefined);
  for (const parameter of [...parameters, query.sort]) {
    const slug = findFieldByParameter(fields, parameter)?.slug;
    if (slug && !grantedSlugs.has(slug)) throw new ApiFailure('forbidden');
  }
};

/** @throws {ApiFailure} 403 when a patch contains a field the caller may not write */
export const assertCanWrite = (
  { grantedSlugs }: PermissionHolder,
  collection: Pick<Collection, 'fields' | 'access'>,
  { version: _, ...patch }: Patch,
  verb: 'create' | 'update',
): void => {
  const isOpen = (name: string): boolean =>
    isAllowed(collection.fields[name]?.slug ? getWriteAccess(collection, name) : collection.access[verb], grantedSlugs);
  if (!Object.keys(patch).every(isOpen)) throw new ApiFailure('forbidden');
};
