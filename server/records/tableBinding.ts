import { and, eq, getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Collection } from '#contract/collection.ts';
import type { Field } from '#contract/fields.ts';
import { type DeclaredResource, declaredResources, getCollection, type ResourceName } from '#contract/records.ts';
import { parseReferenceName, referenceResource } from '#contract/referenceResource.ts';
import { referenceNames } from '#contract/references.ts';
import type { Caller } from '../accounts/session/caller.ts';
import type { Database } from '../db/database.ts';
import { referenceValues } from '../db/schema.ts';
import { bindings } from './bindings.ts';
import type { LinkBinding, Membership, RecordTable } from './bindTable.ts';
import { getStoredKind } from './getStoredKind.ts';
import type { TouchedRows } from './locks.ts';
import type { WireRecord } from './readRecords.ts';
import type { PendingChanges } from './recordChanges.ts';
import type { Patch } from './values.ts';

export interface TableBinding {
  resource: string;
  collection: Collection;
  /** The collection as declared, when `collection` has been extended with attributes; responses use its shape. */
  declared?: Collection;
  table: RecordTable;
  tableName: string;
  columns: Record<string, PgColumn>;
  links: Record<string, LinkBinding>;
  /** Links that have no field, by the resource they lead to. */
  memberships?: Readonly<Record<string, Membership>> | undefined;
  /** Set for the values of a reference. All references share one table, with a jsonb column for their own fields. */
  reference?: string | undefined;
  rows?: RowRules | undefined;
  rules?: WriteRules | undefined;
  touches?: FindTouched | undefined;
  narrowed?: { to: Caller; visible: SQL | undefined } | undefined;
}

export interface RowRules {
  levelOf: (user: Pick<Caller, 'id' | 'role' | 'grantedSlugs'>, record: WireRecord) => 'none' | 'view' | 'edit';
  /** A condition for the visible rows; undefined when the caller may see all. */
  visible: (caller: Caller) => SQL | undefined;
  /** Whether the caller may change a record. The patch is null for a deletion. */
  canEdit: (caller: Caller, record: WireRecord, patch: Patch | null) => boolean;
}

export interface WriteContext {
  tx: Database;
  caller: Caller;
  ids: readonly number[];
  patch: Patch | null;
  changes: PendingChanges;
}

/**
 * Wraps a write, so that a resource can compare the state before and after. `operation` performs the write and returns the
 * ids of the remaining records.
 * @throws {ApiFailure} when the write breaks a rule
 */
export type WriteRules = (write: WriteContext, operation: () => Promise<readonly number[]>) => Promise<void>;

/**
 * Finds other records that a write touches, apart from its own records, their links and the records that they refer to,
 * so that all of them are locked together. Called once before anything is locked, so it may take locks that must come
 * first, and again while the locks are held. Null if the result does not depend on stored data.
 * @param write.patches null for a deletion
 */
export type FindTouched = (
  tx: Database,
  write: { ids: readonly number[]; patches: readonly Patch[] | null },
) => Promise<readonly TouchedRows[] | null>;

/**
 * Performs a write. The rules apply only to writes on behalf of a caller. The system's own writes, such as the
 * demonstration data, would break some of them.
 */
export const withRowRules = async (
  { rules, narrowed }: TableBinding,
  write: Omit<WriteContext, 'caller'>,
  operation: () => Promise<readonly number[]>,
): Promise<void> => {
  if (rules && narrowed) await rules({ ...write, caller: narrowed.to }, operation);
  else await operation();
};

/**
 * The binding as a particular caller sees it. Records that the caller may not see do not exist in it, so unknown and
 * forbidden ids get the same response.
 */
export const narrowBinding = (binding: TableBinding, caller: Caller): TableBinding =>
  binding.rows || binding.rules
    ? { ...binding, narrowed: { to: caller, visible: binding.rows?.visible(caller) } }
    : binding;

/**
 * Whether the caller may change a record; always true for a binding without row rules. The patch is null for a
 * deletion.
 */
export const canEdit = ({ rows, narrowed }: TableBinding, record: WireRecord, patch: Patch | null): boolean =>
  !rows || !narrowed || rows.canEdit(narrowed.to, record, patch);

const bindResource = (resource: DeclaredResource): TableBinding => {
  const { table, ...binding } = bindings[resource];
  return {
    resource,
    collection: getCollection(resource),
    table,
    tableName: getTableName(table),
    columns: getTableColumns(table as PgTable),
    ...binding,
  };
};

const bindReference = (reference: string): TableBinding => {
  const resource = referenceResource(reference);
  const collection = getCollection(resource);
  const reservedName = ['reference', 'extra', 'search'].find(name => Object.hasOwn(collection.fields, name));
  if (reservedName) throw new Error(`reference "${reference}": a field cannot be called "${reservedName}"`);
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

const tableBindings = new Map<string, TableBinding>([
  ...declaredResources.map(name => [name, bindResource(name)] as const),
  ...referenceNames.map(name => [referenceResource(name), bindReference(name)] as const),
]);

/** Of references that users added, for as long as the contract keeps their collections. */
const addedBindings = new WeakMap<Collection, TableBinding>();

/** Includes references that users added. @throws when the resource has no table */
export const getBinding = (resource: ResourceName | (string & {})): TableBinding => {
  const cachedBinding = tableBindings.get(resource);
  if (cachedBinding) return cachedBinding;
  const reference = parseReferenceName(resource);
  if (!reference) throw new Error(`resource "${resource}" has no table`);
  const collection = getCollection(resource);
  const addedBinding = addedBindings.get(collection) ?? bindReference(reference);
  addedBindings.set(collection, addedBinding);
  return addedBinding;
};

/** Separates a binding's rows from other rows in the same table, and from rows that the caller may not see. */
export const scopeCondition = ({ reference, narrowed }: TableBinding): SQL | undefined =>
  and(reference === undefined ? undefined : eq(referenceValues.reference, reference), narrowed?.visible);

export const isComputed = ({ columns, links }: TableBinding, name: string): boolean => !columns[name] && !links[name];

export const getColumnExpression = (binding: TableBinding, name: string, field: Field | undefined): SQL => {
  const column = binding.columns[name];
  if (column) return sql`${column}`;
  const text = sql`${referenceValues.extra} ->> ${sql.raw(`'${name}'`)}`;
  return field ? getStoredKind(field).fromText(text) : sql`(${text})`;
};
