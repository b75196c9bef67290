import { and, asc, inArray, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { type Field, kindOf } from '#contract/fields.ts';
import type { Database } from '../db/database.ts';
import { categories } from '../db/schema.ts';
import { storedAs } from './storedAs.ts';
import { bindingOf, scopeOf, type TableBinding } from './tableBinding.ts';
import type { Patch } from './values.ts';

/**
 * Finds references to records that do not exist. Those that exist are locked against deletion, because attribute values
 * have no foreign key.
 * @param foretold ids that count as existing
 * @returns the names of the fields, by patch
 */
export const findMissing = async (
  db: Database,
  binding: TableBinding,
  patches: readonly Patch[],
  foretold: ReadonlySet<number>,
): Promise<Map<Patch, string[]>> => {
  const missing = new Map<Patch, string[]>();
  for (const [name, field] of Object.entries(binding.collection.fields)) {
    const target = targetOf(field);
    if (!target) continue;
    const named = patches.map(patch => ({ patch, keys: [patch[name]].flat().flatMap(keyIn) }));
    const wanted = [...new Set(named.flatMap(({ keys }) => keys))].filter(key => !foretold.has(key as number));
    if (wanted.length === 0) continue;
    const found = await db
      .select({ key: target.key })
      .from(target.table)
      .where(and(target.scope, inArray(target.key, wanted)))
      // In one order everywhere, so that two writers do not wait for each other.
      .orderBy(asc(target.key))
      .for('key share');
    const known = new Set<unknown>([...found.map(({ key }) => key), ...foretold]);
    for (const { patch, keys } of named)
      if (keys.some(key => !known.has(key))) missing.set(patch, [...(missing.get(patch) ?? []), name]);
  }
  return missing;
};

interface Target {
  table: PgTable;
  key: PgColumn;
  scope: SQL | undefined;
}

const targetOf = (field: Field): Target | null => {
  if (storedAs(field).names === 'categories') return { table: categories, key: categories.id, scope: undefined };
  const resource = kindOf(field).target(field);
  const of = resource === null ? null : bindingOf(resource);
  return of && { table: of.table, key: keyOf(of, field), scope: scopeOf(of) };
};

const keyIn = (item: unknown): unknown[] => {
  if (item === null || item === undefined) return [];
  return [typeof item === 'object' && 'project_id' in item ? item.project_id : item];
};

const keyOf = ({ table, columns }: TableBinding, field: Field) => ('key' in field && columns[field.key]) || table.id;
