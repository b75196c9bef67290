import { and, inArray, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { type Field, initialValue, kindOf } from '#contract/fields.ts';
import type { Database } from '../db/database.ts';
import { categories } from '../db/schema.ts';
import { ApiFailure } from '../http/errors.ts';
import { translateValidation } from '../translate.ts';
import { storedAs } from './storedAs.ts';
import { isExtra, type Storage, scopeOf, storageOf } from './tableBinding.ts';

export type Patch = Record<string, unknown>;

export const initialValues = ({ collection }: Storage, given: Patch): Patch =>
  Object.fromEntries(
    Object.entries(collection.fields)
      .filter(([, { readOnly }]) => !readOnly)
      .map(([name, field]) => [name, given[name] ?? initialValue(field)]),
  );

export const rowOf = (storage: Storage, patch: Patch, extraBefore: Patch = {}): Patch => {
  const row: Patch = {};
  const extra: Patch = {};
  for (const [name] of fieldsIn(storage, patch)) {
    if (isExtra(storage, name)) extra[name] = patch[name];
    else if (!storage.links[name]) row[name] = patch[name];
  }
  return Object.keys(extra).length > 0 ? { ...row, extra: { ...extraBefore, ...extra } } : row;
};

export const patched = (storage: Storage, record: Patch, patch: Patch): Patch => ({
  ...record,
  ...Object.fromEntries(
    fieldsIn(storage, patch).map(([name, field]) => [name, kindOf(field).over(record[name], patch[name])]),
  ),
});

/** The fields whose value a patch actually changes. Forms send more, so the patch alone does not tell. */
export const changedIn = (storage: Storage, record: Patch, patch: Patch): string[] =>
  fieldsIn(storage, patch).flatMap(([name, field]) => {
    const { change, over } = kindOf(field);
    return change(record[name], over(record[name], patch[name])) === undefined ? [] : [name];
  });

/** Whether a patch would change nothing. */
export const holds = (storage: Storage, record: Patch, patch: Patch): boolean =>
  changedIn(storage, record, patch).length === 0;

const fieldsIn = ({ collection }: Storage, patch: Patch): [string, Field][] =>
  Object.entries(collection.fields).filter(([name]) => patch[name] !== undefined);

/** @throws {ApiFailure} 400 when a patch refers to a record that does not exist */
export const checkReferred = async (db: Database, storage: Storage, patch: Patch): Promise<void> => {
  const errors: Record<string, string[]> = {};
  for (const [name, field] of fieldsIn(storage, patch)) {
    const target = targetOf(field);
    const wanted = [...new Set([patch[name]].flat().flatMap(keyIn))];
    if (!target || wanted.length === 0) continue;
    const found = await db
      .select({ key: target.key })
      .from(target.table)
      .where(and(target.scope, inArray(target.key, wanted)))
      // Locks the referenced rows against deletion, because attribute values have no foreign key.
      .for('key share');
    if (found.length < wanted.length) errors[name] = [translateValidation('notFound')];
  }
  if (Object.keys(errors).length > 0) throw new ApiFailure('invalid', { errors });
};

interface Target {
  table: PgTable;
  key: PgColumn;
  scope: SQL | undefined;
}

const targetOf = (field: Field): Target | null => {
  if (storedAs(field).names === 'categories') return { table: categories, key: categories.id, scope: undefined };
  const resource = kindOf(field).target(field);
  const of = resource === null ? null : storageOf(resource);
  return of && { table: of.table, key: keyOf(of, field), scope: scopeOf(of) };
};

const keyIn = (item: unknown): unknown[] => {
  if (item === null) return [];
  return [typeof item === 'object' && 'project_id' in item ? item.project_id : item];
};

const keyOf = ({ table, columns }: Storage, field: Field) => ('key' in field && columns[field.key]) || table.id;
