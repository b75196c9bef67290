import { and, inArray, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { type Field, initialValue, kindOf } from '#contract/fields.ts';
import type { Database } from '../db/database.ts';
import { categories } from '../db/schema.ts';
import { ApiFailure } from '../http/errors.ts';
import { translateValidation } from '../translate.ts';
import { storedAs } from './storedAs.ts';
import { isExtra, type Storage, scopeOf, storageOf } from './tableBinding.ts';

/** Values of fields, by field. */
export type Patch = Record<string, unknown>;

/** All that a new record is given: what the caller says, and what each other field starts with. */
export const initialValues = ({ collection }: Storage, given: Patch): Patch =>
  Object.fromEntries(
    Object.entries(collection.fields)
      .filter(([, { readOnly }]) => !readOnly)
      .map(([name, field]) => [name, given[name] ?? initialValue(field)]),
  );

/** The part of a patch that goes into the record's own row; fields without a column join what `extra` held. */
export const rowOf = (storage: Storage, patch: Patch, extraBefore: Patch = {}): Patch => {
  const row: Patch = {};
  const extra: Patch = {};
  for (const [name] of fieldsIn(storage, patch)) {
    if (isExtra(storage, name)) extra[name] = patch[name];
    else if (!storage.links[name]) row[name] = patch[name];
  }
  return Object.keys(extra).length > 0 ? { ...row, extra: { ...extraBefore, ...extra } } : row;
};

/** A record once a patch is written over it. */
export const patched = (storage: Storage, record: Patch, patch: Patch): Patch => ({
  ...record,
  ...Object.fromEntries(
    fieldsIn(storage, patch).map(([name, field]) => [name, kindOf(field).over(record[name], patch[name])]),
  ),
});

/** The fields of a record that a patch changes. */
export const changedIn = (storage: Storage, record: Patch, patch: Patch): string[] =>
  fieldsIn(storage, patch).flatMap(([name, field]) => {
    const { change, over } = kindOf(field);
    return change(record[name], over(record[name], patch[name])) === undefined ? [] : [name];
  });

/** Whether a record has every value of a patch already. */
export const holds = (storage: Storage, record: Patch, patch: Patch): boolean =>
  changedIn(storage, record, patch).length === 0;

/** The fields of a record that a patch speaks of. */
const fieldsIn = ({ collection }: Storage, patch: Patch): [string, Field][] =>
  Object.entries(collection.fields).filter(([name]) => patch[name] !== undefined);

/** @throws {ApiFailure} 400 when a patch refers to a record that does not exist. */
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
      // What attributes name no foreign key holds.
      .for('key share');
    if (found.length < wanted.length) errors[name] = [translateValidation('notFound')];
  }
  if (Object.keys(errors).length > 0) throw new ApiFailure('invalid', { errors });
};

interface Target {
  table: PgTable;
  /** The column by which a field names what it refers to. */
  key: PgColumn;
  scope: SQL | undefined;
}

/** What a field refers to. */
const targetOf = (field: Field): Target | null => {
  if (storedAs(field).names === 'categories') return { table: categories, key: categories.id, scope: undefined };
  const resource = kindOf(field).target(field);
  const of = resource === null ? null : storageOf(resource);
  return of && { table: of.table, key: keyOf(of, field), scope: scopeOf(of) };
};

/** How one item of a value names the record that it refers to, if any. */
const keyIn = (item: unknown): unknown[] => {
  if (item === null) return [];
  return [typeof item === 'object' && 'project_id' in item ? item.project_id : item];
};

const keyOf = ({ table, columns }: Storage, field: Field) => ('key' in field && columns[field.key]) || table.id;
