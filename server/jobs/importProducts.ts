import { type SQL, sql } from 'drizzle-orm';
import { initialValue } from '#contract/fields.ts';
import { storageOf } from '../collections/storage.ts';
import { type Database, rowsOf } from '../db/database.ts';
import { importableFields, importedResource, type KeyField, keyFields } from '../table/importable.ts';
import type { RowValues } from '../table/reader.ts';

/**
 * The statements that read and write products by the hundred. Every value travels as text in one array
 * for each column and is cast to the column's own type, which both databases understand alike.
 */
const storage = storageOf(importedResource);
const table = sql.identifier(storage.tableName);

/**
 * Has the statements of this transaction find products by their indexes. Of a few hundred among a
 * hundred thousand the planner, which counts on slow disks, would rather walk through all.
 */
export const preferIndexes = async (tx: Database): Promise<void> => {
  await tx.execute(sql`set local enable_seqscan = off`);
};

/** Ids of existing products by the value of each key. */
export type Found = Readonly<Record<KeyField, ReadonlyMap<string, number>>>;
type FoundRow = { id: number } & Record<KeyField, string | null>;

/** The products that any of these rows speaks of: a join for each key, because an `or` of them is no use of an index. */
export const findProducts = async (tx: Database, rows: readonly RowValues[]): Promise<Found> => {
  const byKey = keyFields.map(
    key => sql`select p.id, ${keyColumns('p')} from unnest(${texts(filled(rows, key))}) as given (key)
      join ${table} as p on p.${sql.identifier(key)} = given.key`,
  );
  const found = await rowsOf<FoundRow>(tx, sql.join(byKey, sql` union all `));
  const idsBy = (key: KeyField) =>
    new Map(found.flatMap(({ id, [key]: value }) => (value === null ? [] : [[value, id] as const])));
  return Object.fromEntries(keyFields.map(key => [key, idsBy(key)])) as unknown as Found;
};

const keyColumns = (of: string): SQL =>
  sql.join(
    keyFields.map(key => sql`${sql.identifier(of)}.${sql.identifier(key)}`),
    sql`, `,
  );

/** The values of references among those that the rows name and that are there, held until the transaction ends. */
export const holdReferences = async (tx: Database, rows: readonly RowValues[]): Promise<ReadonlySet<number>> => {
  const ids = new Set(referenceFields.flatMap(name => filled(rows, name)));
  if (ids.size === 0) return new Set();
  const held = await rowsOf<{ id: number }>(
    tx,
    sql`select id from reference_values where id = any(${texts([...ids])}::integer[]) order by id for key share`,
  );
  return new Set(held.map(({ id }) => id));
};

/** The fields whose cells name a value of a reference. */
export const referenceFields = [...importableFields].flatMap(([name, { kind }]) =>
  kind === 'reference' ? [name] : [],
);

const filled = (rows: readonly RowValues[], name: string): unknown[] =>
  rows.flatMap(values => (values[name] === undefined ? [] : [values[name]]));

/** When products are written, and for whom. */
export interface Stamp {
  at: Date;
  by: number;
}

/**
 * Writes what the rows fill and leaves what they do not. A product that already is as its row says is
 * not touched. @returns the ids of those that changed.
 */
export const updateProducts = async (
  tx: Database,
  fields: readonly string[],
  rows: readonly { id: number; values: RowValues }[],
  { at, by }: Stamp,
): Promise<Set<number>> => {
  if (rows.length === 0) return new Set();
  const columns = fields.map(name => {
    const [column, given] = [sql.identifier(name), castOf(name)];
    return { column, next: sql`coalesce(${given}, p.${column})` };
  });
  const changed = await rowsOf<{ id: number }>(
    tx,
    sql`update ${table} as p
      set ${sql.join(
        columns.map(({ column, next }) => sql`${column} = ${next}`),
        sql`, `,
      )},
        version = p.version + 1, updated_at = ${at.toISOString()}, updated_by = ${by}
      from unnest(${texts(rows.map(({ id }) => id))}, ${arraysOf(fields, rows)}) as i (id, ${namesOf(fields)})
      where p.id = i.id::integer and (${sql.join(
        columns.map(({ column, next }) => sql`p.${column} is distinct from ${next}`),
        sql` or `,
      )})
      returning p.id`,
  );
  return new Set(changed.map(({ id }) => id));
};

/** New products with what their rows fill and what each other field starts with. @returns their ids by `keyOf`. */
export const insertProducts = async (
  tx: Database,
  rows: readonly { values: RowValues }[],
  { at, by }: Stamp,
): Promise<Map<string, number>> => {
  if (rows.length === 0) return new Map();
  const fields = [...importableFields.keys()];
  const whole = rows.map(({ values }) => ({ values: { ...initialValues, ...values } }));
  const inserted = await rowsOf<FoundRow>(
    tx,
    sql`insert into ${table} (created_at, updated_at, updated_by, ${namesOf(fields)})
      select ${at.toISOString()}::timestamptz, ${at.toISOString()}::timestamptz, ${by}::integer, ${sql.join(fields.map(castOf), sql`, `)}
      from unnest(${arraysOf(fields, whole)}) as i (${namesOf(fields)})
      on conflict do nothing
      returning id, ${namesOf(keyFields)}`,
  );
  return new Map(inserted.map(({ id, ...row }) => [keyOf(row), id]));
};

const initialValues: RowValues = Object.fromEntries(
  [...importableFields].map(([name, field]) => [name, initialValue(field)]),
);

/** What tells a product of a batch from the others. */
export const keyOf = (values: RowValues): string => JSON.stringify(keyFields.map(key => values[key] ?? null));

const castOf = (name: string): SQL => {
  const column = storage.columns[name];
  if (!column) throw new Error(`table "${storage.tableName}" has no column "${name}"`);
  return sql`i.${sql.identifier(name)}::${sql.raw(column.getSQLType())}`;
};

const namesOf = (fields: readonly string[]): SQL =>
  sql.join(
    fields.map(name => sql.identifier(name)),
    sql`, `,
  );

const arraysOf = (fields: readonly string[], rows: readonly { values: RowValues }[]): SQL =>
  sql.join(
    fields.map(name => texts(rows.map(({ values }) => values[name]))),
    sql`, `,
  );

/** One array parameter of texts. */
const texts = (values: readonly unknown[]): SQL =>
  sql`${sql.param(values.map(value => (value === undefined || value === null ? null : String(value))))}::text[]`;
