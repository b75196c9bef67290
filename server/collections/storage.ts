import { and, eq, getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { Collection } from '#contract/collection.ts';
import type { Field, Fields } from '#contract/fields.ts';
import { collectionOf, type OwnResource, type ResourceName, records } from '#contract/records.ts';
import { referenceInResource, referenceNames, referenceResource } from '#contract/references.ts';
import type { recordStamp } from '../db/columns.ts';
import type { Database } from '../db/database.ts';
import {
  attributes,
  cafes,
  languages,
  matrices,
  modelCategories,
  models,
  productCategories,
  productModels,
  productPrices,
  products,
  projects,
  referenceLists,
  referenceValues,
  rolePermissions,
  roles,
  userPermissions,
  userRights,
  users,
} from '../db/schema.ts';
import { roleRules } from '../people/roleRules.ts';
import { userRules } from '../people/userRules.ts';
import type { Caller } from '../session/caller.ts';
import type { Changes } from './changes.ts';
import { matrixRows } from './matrixRows.ts';
import type { WireRecord } from './read.ts';
import type { Patch } from './values.ts';

/** A field of kind `many`, `prices`, `categories` or `permissions`: pairs in a table of their own. */
export interface Link {
  table: PgTable;
  /** This record's id in a pair. */
  own: PgColumn;
  /** The other record's. */
  other: PgColumn;
  /** What a pair is on the wire where it is more than the other's id; named as the table's columns. */
  value?: Record<string, PgColumn>;
}

/** The columns that every record's table has. */
export type RecordTable = PgTable & Record<keyof ReturnType<typeof recordStamp> | 'search', PgColumn>;

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

type ManyOf<F extends Fields> = {
  [K in keyof F]: F[K]['kind'] extends 'many' | 'prices' | 'categories' | 'permissions' ? K : never;
}[keyof F];
/** Kept as something else than the wire carries: the id of a user, a moment, a hash. */
type OtherwiseOf<F extends Fields> = {
  [K in keyof F]: F[K]['kind'] extends 'person' | 'moment' | 'password' ? K : never;
}[keyof F];
type ColumnOf<V> = AnyPgColumn<{ data: NonNullable<V>; notNull: null extends V ? false : true }>;
/** A table that has a column of the right type for every field of a collection. */
export type TableOf<F extends Fields> = RecordTable & {
  [K in Exclude<keyof F, ManyOf<F> | OtherwiseOf<F>>]: ColumnOf<z.output<F[K]['schema']>>;
} & { [K in OtherwiseOf<F>]: PgColumn };

const stored =
  <F extends Fields>(
    _fields: { fields: F },
    table: TableOf<F>,
    links: { [K in ManyOf<F>]: Link },
    { rows, rules }: Pick<Storage, 'rows' | 'rules'> = {},
  ) =>
  (resource: string): Storage => ({
    resource,
    collection: collectionOf(resource),
    table,
    tableName: getTableName(table),
    columns: getTableColumns(table as PgTable),
    links,
    rows,
    rules,
  });

/** The tables of the contract's own resources: one that lacks a field does not compile. */
const own = {
  nomenclature: stored(records.nomenclature, products, {
    model_ids: { table: productModels, own: productModels.product_id, other: productModels.model_id },
    categories: {
      table: productCategories,
      own: productCategories.product_id,
      other: productCategories.category_id,
    },
    prices: {
      table: productPrices,
      own: productPrices.product_id,
      other: productPrices.project_id,
      value: {
        project_id: productPrices.project_id,
        amount: productPrices.amount,
        currency: productPrices.currency,
      },
    },
  }),
  catalog: stored(records.catalog, models, {
    product_ids: { table: productModels, own: productModels.model_id, other: productModels.product_id },
    categories: { table: modelCategories, own: modelCategories.model_id, other: modelCategories.category_id },
  }),
  matrices: stored(records.matrices, matrices, {}, { rows: matrixRows }),
  users: stored(
    records.users,
    users,
    {
      permissions: {
        table: userPermissions,
        own: userPermissions.user_id,
        other: userPermissions.slug,
        value: { slug: userPermissions.slug },
      },
      rights: {
        table: userRights as unknown as PgTable,
        own: userRights.user_id,
        other: userRights.slug,
        value: { slug: userRights.slug },
      },
    },
    { rules: userRules },
  ),
  roles: stored(
    records.roles,
    roles,
    {
      permissions: {
        table: rolePermissions,
        own: rolePermissions.role_id,
        other: rolePermissions.slug,
        value: { slug: rolePermissions.slug },
      },
    },
    { rules: roleRules },
  ),
  'settings/project': stored(records['settings/project'], projects, {}),
  'settings/language': stored(records['settings/language'], languages, {}),
  'settings/cafe': stored(records['settings/cafe'], cafes, {}),
  'settings/attribute': stored(records['settings/attribute'], attributes, {}),
  'settings/reference': stored(records['settings/reference'], referenceLists, {}),
} satisfies Record<OwnResource, (resource: string) => Storage>;

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
  ...Object.entries(own).map(([resource, make]) => [resource, make(resource)] as const),
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
  switch (field?.kind) {
    case 'number':
    case 'money':
      return sql`(${text})::numeric`;
    case 'one':
    case 'reference':
      return sql`(${text})::integer`;
    case 'flag':
      return sql`coalesce((${text})::boolean, false)`;
    default:
      return sql`(${text})`;
  }
};
