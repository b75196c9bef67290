import { inArray, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { kindOf } from '#contract/fields.ts';
import type { Database } from '../db/database.ts';
import type { Link } from './bind.ts';
import type { Changes } from './changes.ts';
import { readLinks } from './read.ts';
import { storedAs } from './storedAs.ts';
import { type Storage, storageOf } from './tableBinding.ts';
import type { Patch } from './values.ts';

/**
 * Replaces the links of records with those in the patch. Records that gain or lose a link change too, because they show
 * the same pairs.
 */
export const writeLinks = async (
  tx: Database,
  storage: Storage,
  ids: readonly number[],
  patch: Patch,
  changes: Changes,
): Promise<void> => {
  for (const [name, link] of Object.entries(storage.links)) {
    if (patch[name] === undefined) continue;
    const wanted = new Set(patch[name] as unknown[]);
    const before = await readLinks(tx, link, ids);
    const touched = new Set(ids.flatMap(id => difference(new Set(before.get(id)), wanted)));
    if (touched.size === 0) continue;
    await tx.delete(link.table).where(inArray(link.own, [...ids]));
    await insertPairs(tx, link, ids, [...wanted]);
    await touch(tx, storage, name, [...touched], changes);
  }
};

/** Marks records as changed that lose a link because the record at its other end is about to be deleted. */
export const touchLinked = async (
  tx: Database,
  storage: Storage,
  ids: readonly number[],
  changes: Changes,
): Promise<void> => {
  for (const [name, link] of Object.entries(storage.links)) {
    const others = new Set([...(await readLinks(tx, link, ids)).values()].flat());
    if (others.size > 0) await touch(tx, storage, name, [...others], changes);
  }
};

const difference = (one: Set<unknown>, other: Set<unknown>): unknown[] => [
  ...[...one].filter(id => !other.has(id)),
  ...[...other].filter(id => !one.has(id)),
];

const insertPairs = async (tx: Database, link: Link, ids: readonly number[], wanted: readonly unknown[]) => {
  if (wanted.length === 0) return;
  const { table, own, other, value = { [other.name]: other } } = link;
  const rows = link.value ? wanted : wanted.map(id => ({ [other.name]: id }));
  const columns = Object.values(value).map(({ name }) => sql.identifier(name));
  const list = (names: SQL[]) => sql.join(names, sql`, `);
  await tx.execute(
    sql`insert into ${table} (${list([sql`${sql.identifier(own.name)}`, ...columns.map(column => sql`${column}`)])})
      select own, ${list(columns.map(column => sql`pair.${column}`))}
      from unnest(${sql.param([...ids])}::integer[]) own
      cross join jsonb_populate_recordset(null::${table}, ${JSON.stringify(rows)}::jsonb) pair`,
  );
};

const touch = async (tx: Database, storage: Storage, name: string, linked: unknown[], changes: Changes) => {
  const field = storage.collection.fields[name];
  if (!field || storedAs(field).names !== 'records') return;
  const ids = linked as number[];
  const { table, resource } = storageOf(kindOf(field).target(field) ?? '');
  await tx
    .update(table as PgTable)
    .set({ version: sql`${table.version} + 1`, updated_at: changes.at, updated_by: changes.by } as never)
    .where(inArray(table.id, ids));
  changes.changed(resource, ids);
};
