import type { SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { type Field, getKindTraits } from '#contract/fields.ts';
import { categories } from '../db/schema.ts';
import { getStoredKind } from './getStoredKind.ts';
import type { ExistingKeys, TouchedRows } from './locks.ts';
import { getBinding, scopeCondition, type TableBinding } from './tableBinding.ts';
import type { Patch } from './values.ts';

/**
 * The records that patches refer to. A write locks them against deletion, because attribute values have no foreign
 * key.
 */
export const findReferredRows = ({ collection }: TableBinding, patches: readonly Patch[]): TouchedRows[] =>
  Object.entries(collection.fields).flatMap(([name, field]): TouchedRows[] => {
    const target = findReferenceTarget(field);
    const values = target ? [...new Set(patches.flatMap(patch => toKeys(patch[name])))] : [];
    return target && values.length > 0 ? [{ ...target, values, strength: 'key share', field: name }] : [];
  });

/**
 * The fields of a patch that refer to records that do not exist.
 * @param futureIds ids that count as existing
 */
export const findMissingReferences = (
  { collection }: TableBinding,
  patch: Patch,
  existing: ExistingKeys,
  futureIds: ReadonlySet<number>,
): string[] =>
  Object.entries(patch).flatMap(([name, value]) => {
    const field = collection.fields[name];
    if (!field || value === undefined || !isReferring(field)) return [];
    const doesExist = (key: string | number) => futureIds.has(key as number) || existing.get(name)?.has(String(key));
    return toKeys(value).every(doesExist) ? [] : [name];
  });

const isReferring = (field: Field): boolean =>
  getStoredKind(field).names === 'categories' || getKindTraits(field).target(field) !== null;

const findReferenceTarget = (field: Field): { table: PgTable; key: PgColumn; scope: SQL | undefined } | null => {
  if (getStoredKind(field).names === 'categories') return { table: categories, key: categories.id, scope: undefined };
  const resource = getKindTraits(field).target(field);
  const targetBinding = resource === null ? null : getBinding(resource);
  return (
    targetBinding && {
      table: targetBinding.table,
      key: getKeyColumn(targetBinding, field),
      scope: scopeCondition(targetBinding),
    }
  );
};

const toKeys = (value: unknown): (string | number)[] =>
  (Array.isArray(value) ? value : [value]).flatMap((item: unknown) => {
    if (item === null || item === undefined) return [];
    return [(typeof item === 'object' && 'project_id' in item ? item.project_id : item) as string | number];
  });

const getKeyColumn = ({ table, columns }: TableBinding, field: Field) =>
  ('key' in field && columns[field.key]) || table.id;
