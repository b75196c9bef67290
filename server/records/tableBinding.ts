import { and, eq, getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Collection } from '#contract/collection.ts';
import type { Field } from '#contract/fields.ts';
import { collectionOf, type OwnResource, ownResources, type ResourceName } from '#contract/records.ts';
import { referenceInResource, referenceResource } from '#contract/referenceResource.ts';
import { referenceNames } from '#contract/references.ts';
import type { Caller } from '../accounts/session/caller.ts';
import type { Database } from '../db/database.ts';
import { referenceValues } from '../db/schema.ts';
import type { Link, RecordTable } from './bind.ts';
import { bindings } from './bindings.ts';
import type { Changes } from './changes.ts';
import type { WireRecord } from './read.ts';
import { storedAs } from './storedAs.ts';
import type { Patch } from './values.ts';

/** Where the records of a resource are kept, and how. */
export interface Storage {
  resource: string;
  collection: Collection;
  /** The collection as the contract declares it, where this one has more fields (`attributes.ts`): records are sent so. */
  declared?: Collection;
  table: RecordTable;
  tableName: string;
  /** Columns by field. */
  columns: Record<string, PgColumn>;
  links: Record<string, Link>;
  /** The reference whose values these are: they share one table, and a jsonb for their own fields. */
  reference?: string | undefined;
  /** Which records are for whom, where that is not the same for all of them. */
  rows?: RowRules | undefined;
  /** What else its writes have to keep to. */
  rules?: WriteRules | undefined;
  /** The rows of the one caller that it is narrowed to (`within`). */
  narrowed?: { to: Caller; seen: SQL | undefined } | undefined;
}

/** Who may see and change which records of a resource. */
export interface RowRules {
  /** The rows that a caller may see; undefined for all of them. */
  seen: (caller: Caller) => SQL | undefined;
  /** Whether a caller may give a record these values, or remove it (null). */
  mayChange: (caller: Caller, record: WireRecord, patch: Patch | null) => boolean;
}

/** A write about to be done, within its transaction. */
export interface Write {
  tx: Database;
  /** Who asks for it. */
  caller: Caller;
  /** The records that it changes or removes; none yet for a new one. */
  ids: readonly number[];
  /** The values that it gives them; null when it removes them. */
  patch: Patch | null;
  changes: Changes;
}

/**
 * Does a write under the rules of its resource, before which and after which they may look at what there is.
 * `work` answers the ids of the records that are there after it. @throws {ApiFailure} for a write that breaks one
 */
export type WriteRules = (write: Write, work: () => Promise<readonly number[]>) => Promise<void>;

/** Does a write, under the rules of its resource where a caller asks for it. */
export const keepingRules = async (
  { rules, narrowed }: Storage,
  write: Omit<Write, 'caller'>,
  work: () => Promise<readonly number[]>,
): Promise<void> => {
  if (rules && narrowed) await rules({ ...write, caller: narrowed.to }, work);
  else await work();
};

/** A storage as one caller may use it: of records that are not for them it knows nothing. */
export const within = (storage: Storage, caller: Caller): Storage =>
  storage.rows || storage.rules ? { ...storage, narrowed: { to: caller, seen: storage.rows?.seen(caller) } } : storage;

/** Whether the caller that a storage is narrowed to may give a record that they see these values, or remove it (null). */
export const mayChange = ({ rows, narrowed }: Storage, record: WireRecord, patch: Patch | null): boolean =>
  !rows || !narrowed || rows.mayChange(narrowed.to, record, patch);

const ofResource = (resource: OwnResource): Storage => {
  const { table, ...binding } = bindings[resource];
  return {
    resource,
    collection: collectionOf(resource),
    table,
    tableName: getTableName(table),
    columns: getTableColumns(table as PgTable),
    ...binding,
  };
};

const ofReference = (reference: string): Storage => {
  const resource = referenceResource(reference);
  const collection = collectionOf(resource);
  const taken = ['reference', 'extra', 'search'].find(name => Object.hasOwn(collection.fields, name));
  if (taken) throw new Error(`reference "${reference}": a field cannot be called "${taken}"`);
  const columns = getTableColumns(referenceValues as PgTable);
  return {
    resource,
    collection,
    table: referenceValues,
    tableName: getTableName(referenceValues),
    columns,
    links: {},
    reference,
  };
};

const storages = new Map<string, Storage>([
  ...ownResources.map(name => [name, ofResource(name)] as const),
  ...referenceNames.map(name => [referenceResource(name), ofReference(name)] as const),
]);

/** Where a resource's records are kept; those of references that people added too. @throws when the resource has no table. */
export const storageOf = (resource: ResourceName | (string & {})): Storage => {
  const known = storages.get(resource);
  if (known) return known;
  const reference = referenceInResource(resource);
  if (!reference) throw new Error(`resource "${resource}" has no table`);
  const made = ofReference(reference);
  storages.set(resource, made);
  return made;
};

/** What tells a storage's rows from others in the same table, and from those that its caller may not see. */
export const scopeOf = ({ reference, narrowed }: Storage): SQL | undefined =>
  and(reference === undefined ? undefined : eq(referenceValues.reference, reference), narrowed?.seen);

/** Whether a field is kept in the jsonb of its table for want of a column. */
export const isExtra = ({ columns, links }: Storage, name: string): boolean => !columns[name] && !links[name];

/** A field as the database compares it. */
export const expressionOf = (storage: Storage, name: string, field: Field | undefined): SQL => {
  const column = storage.columns[name];
  if (column) return sql`${column}`;
  const text = sql`${referenceValues.extra} ->> ${sql.raw(`'${name}'`)}`;
  return field ? storedAs(field).fromText(text) : sql`(${text})`;
};
