import type { SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { type Field, type Fields, getKindTraits } from '#contract/fields.ts';
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
  listReferringFields(collection.fields).flatMap(([name, field]): TouchedRows[] => {
    const target = findReferenceTarget(field);
    const values = new Set<string | number>();
    for (const patch of patches) for (const key of toKeys(patch[name])) values.add(key);
    return target && values.size > 0 ? [{ ...target, values: [...values], strength: 'key share', field: name }] : [];
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
  listReferringFields(collection.fields).flatMap(([name]) => {
    const doesExist = (key: string | number) => futureIds.has(key as number) || existing.get(name)?.has(String(key));
    return toKeys(patch[name]).every(doesExist) ? [] : [name];
  });

/** Remembered, because an import asks for each of its rows. */
const referringFields = new WeakMap<Fields, readonly [name: string, field: Field][]>();

const listReferringFields = (fields: Fields): readonly [name: string, field: Field][] => {
  const found = referringFields.get(fields) ?? Object.entries(fields).filter(([, field]) => isReferring(field));
  referringFields.set(fields, found);
  return found;
};

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

const toKeys = (value: unknown): (string | number)[] => {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap(toKeys);
  return [(typeof value === 'object' && 'project_id' in value ? value.project_id : value) as string | number];
};

const getKeyColumn = ({ table, columns }: TableBinding, field: Field) =>
  ('key' in field && columns[field.key]) || table.id;
