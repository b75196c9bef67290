import { type Column, getTableColumns } from 'drizzle-orm';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import { getKindTraits } from '#contract/fields.ts';
import type { Database } from '../db/database.ts';
import { getStoredKind } from './getStoredKind.ts';
import { type LockStrength, lockInOrder, lockUntilStable, type TouchedRows } from './locks.ts';
import { readRecords, type WireRecord } from './readRecords.ts';
import { findRowsTouchedByRedefining } from './redefineAttributes.ts';
import { getBinding, scopeCondition, type TableBinding } from './tableBinding.ts';
import type { Patch } from './values.ts';

export const toTouchedRows = (binding: TableBinding, ids: readonly number[], strength: LockStrength): TouchedRows => ({
  table: binding.table,
  key: binding.table.id,
  values: ids,
  scope: scopeCondition(binding),
  strength,
});

/** Uses a lock that does not cover keys, so that other records can still be linked to these. */
export const lockRecords = async (
  tx: Database,
  binding: TableBinding,
  ids: readonly number[],
): Promise<WireRecord[]> => {
  await lockInOrder(tx, [toTouchedRows(binding, ids, 'no key update')]);
  return readRecords(tx, binding, ids);
};

/** Locks linked records too, because they lose a link. */
export const lockForRemoval = async (
  tx: Database,
  binding: TableBinding,
  ids: readonly number[],
  findMore: (tx: Database) => Promise<readonly TouchedRows[]> = async () => [],
): Promise<WireRecord[]> => {
  const { records } = await lockUntilStable(tx, async transaction => {
    const records = await readRecords(transaction, binding, ids);
    const touchedRows = [
      toTouchedRows(binding, ids, 'update'),
      ...records.flatMap(record => findUnlinkedTouched(binding, record)),
      ...((await findOtherTouched(transaction, binding, { ids, patches: null })) ?? []),
      ...(await findMore(transaction)),
    ];
    return { records, touched: touchedRows };
  });
  return records;
};

/**
 * Other records that a write touches, apart from its own records, their links and the records that they refer to. Null
 * if the result does not depend on stored data.
 * @param write.patches null for a deletion
 */
export const findOtherTouched = async (
  tx: Database,
  binding: TableBinding,
  write: { ids: readonly number[]; patches: readonly Patch[] | null },
): Promise<readonly TouchedRows[] | null> =>
  (await binding.touches?.(tx, write)) ?? (await findRowsTouchedByRedefining(tx, binding, write));

/** The lock for updated records. Changing a key to which other records refer needs the stronger lock. */
export const getLockStrength = ({ table }: TableBinding, patches: readonly Patch[]): LockStrength =>
  patches.some(patch => listKeyColumns(table).some(name => patch[name] !== undefined)) ? 'update' : 'no key update';

const keysByTable = new WeakMap<PgTable, readonly string[]>();

/**
 * The columns that a foreign key could refer to. When one of them changes, PostgreSQL locks the row as if it were
 * deleted.
 */
const listKeyColumns = (table: PgTable): readonly string[] => {
  const knownKeys = keysByTable.get(table);
  if (knownKeys) return knownKeys;
  const { indexes, uniqueConstraints } = getTableConfig(table);
  const unique = indexes.flatMap(({ config }) => (config.unique && !config.where ? config.columns : []));
  const keys = new Set<unknown>([...unique, ...uniqueConstraints.flatMap(({ columns }) => columns)].map(getColumnName));
  const names = Object.entries(getTableColumns(table)).flatMap(([name, column]) =>
    column.isUnique || keys.has(column.name) ? [name] : [],
  );
  keysByTable.set(table, names);
  return names;
};

const getColumnName = (column: object): unknown => ('name' in column ? (column as Column).name : null);

const listLinks = ({ collection, links }: TableBinding) =>
  Object.entries(collection.fields).filter(([name, field]) => links[name] && getStoredKind(field).names === 'records');

export const isLinking = (binding: TableBinding, patch: Patch): boolean =>
  listLinks(binding).some(([name]) => patch[name] !== undefined);

/** The records at the other end of links that a patch adds or removes, because they show the same pairs. */
export const findLinkedTouched = (binding: TableBinding, current: Patch | null, patch: Patch): TouchedRows[] =>
  listLinks(binding).flatMap(([name, field]): TouchedRows[] => {
    if (patch[name] === undefined) return [];
    const values = symmetricDifference((current?.[name] ?? []) as number[], patch[name] as number[]);
    return values.length > 0 ? [toOtherEndRows(getKindTraits(field).target(field) ?? '', values)] : [];
  });

const findUnlinkedTouched = (binding: TableBinding, record: WireRecord): TouchedRows[] =>
  findLinkedTouched(binding, record, Object.fromEntries(listLinks(binding).map(([name]) => [name, []])));

export const symmetricDifference = <T>(one: readonly T[], other: readonly T[]): T[] => {
  const [oldSet, newSet] = [new Set(one), new Set(other)];
  return [...one.filter(id => !newSet.has(id)), ...other.filter(id => !oldSet.has(id))];
};

const toOtherEndRows = (resource: string, values: number[]): TouchedRows => {
  const { table } = getBinding(resource);
  return { table, key: table.id, values, strength: 'no key update' };
};
