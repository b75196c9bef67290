import { isDeepStrictEqual } from 'node:util';
import { and, inArray, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { type Field, initialValue } from '#contract/fields.ts';
import { referenceResource } from '#contract/references.ts';
import type { Database } from '../db/database.ts';
import { categories } from '../db/schema.ts';
import { ApiFailure } from '../errors.ts';
import { sayOfValue } from '../say.ts';
import { isExtra, type Storage, scopeOf, storageOf } from './storage.ts';

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

/** Whether a record has every value of a patch already. */
export const holds = (storage: Storage, record: Patch, patch: Patch): boolean =>
  fieldsIn(storage, patch).every(([name, { kind }]) =>
    kind === 'attributes' ? holdsAll(record[name], patch[name]) : isSame(record[name], patch[name]),
  );

/** Whether every attribute that a patch speaks of is as it says. */
const holdsAll = (values: unknown, patch: unknown): boolean =>
  Object.entries(patch as Patch).every(([code, value]) => isSame((values as Patch)[code] ?? null, value ?? null));

/** Links are sets: their order says nothing. */
const isSame = (before: unknown, after: unknown): boolean =>
  Array.isArray(before) && Array.isArray(after)
    ? isDeepStrictEqual(new Set(before), new Set(after))
    : isDeepStrictEqual(before, after);

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
    if (found.length < wanted.length) errors[name] = [sayOfValue('notFound')];
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
  if (field.kind === 'categories') return { table: categories, key: categories.id, scope: undefined };
  const of = storageReferred(field);
  return of && { table: of.table, key: keyOf(of, field), scope: scopeOf(of) };
};

const storageReferred = (field: Field): Storage | null => {
  if (field.kind === 'reference' || field.kind === 'references') return storageOf(referenceResource(field.of));
  return 'of' in field ? storageOf(field.of) : null;
};

/** How one item of a value names the record that it refers to, if any. */
const keyIn = (item: unknown): unknown[] => {
  if (item === null) return [];
  return [typeof item === 'object' && 'project_id' in item ? item.project_id : item];
};

const keyOf = ({ table, columns }: Storage, field: Field) =>
  (field.kind === 'byCode' && columns[field.key]) || table.id;
