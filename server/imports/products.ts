import { type SQL, sql } from 'drizzle-orm';
import { attributesIn } from '#contract/attributes.ts';
import { initialValue } from '#contract/fields.ts';
import { nested } from '#contract/values.ts';
import { type Database, rowsOf } from '../db/database.ts';
import { storageOf } from '../records/tableBinding.ts';
import { isOfReference } from '../table/cells.ts';
import { type Importable, importableFields, importedResource, type KeyField, keyFields } from '../table/importable.ts';
import { idOfNumber, ownNumber, ownNumberOf } from '../table/ownNumber.ts';
import type { RowValues } from '../table/reader.ts';
import { isPart } from './links.ts';

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

/** Ids of existing products by their numbers, and by the value of each key. */
export type Found = Readonly<Record<KeyField | typeof ownNumber, ReadonlyMap<string, number>>>;
type FoundRow = { id: number } & Record<KeyField, string | null>;

/** Which products had the keys that earlier rows of their table took or gave; null: none. */
export type KeysBefore = Readonly<Record<KeyField, ReadonlyMap<string, number | null>>>;

/**
 * The products that any of these rows speaks of, by what they had before this table: that a key changes hands
 * within a table is one thing wherever its batches end, and in a preview, which writes none of them.
 * A join for each key, because an `or` of them is no use of an index.
 */
export const findProducts = async (tx: Database, rows: readonly RowValues[], before?: KeysBefore): Promise<Found> => {
  const numbers = filled(rows, ownNumber).flatMap(number => idOfNumber(String(number)) ?? []);
  const ways = [
    ...keyFields.map(key => ({ key, given: sql`unnest(${texts(filled(rows, key))})`, on: sql.identifier(key) })),
    ...(numbers.length > 0 ? [{ given: sql`unnest(${texts(numbers)}::integer[])`, on: sql.identifier('id') }] : []),
  ].map(
    ({ given, on }) => sql`select p.id, ${keyColumns('p')}, floor(extract(epoch from p.created_at))::float8 as made_at
      from ${given} as given (key) join ${table} as p on p.${on} = given.key`,
  );
  const found = await rowsOf<FoundRow & { made_at: number }>(tx, sql.join(ways, sql` union all `));
  const idsBy = (key: KeyField) =>
    new Map([
      ...found.flatMap(({ id, [key]: value }) => (value === null ? [] : [[value, id] as const])),
      ...filled(rows, key).flatMap(value => {
        const id = before?.[key].get(String(value)) ?? null;
        return id === null ? [] : [[String(value), id] as const];
      }),
    ]);
  return {
    ...byKey(idsBy),
    [ownNumber]: new Map(numbers.length > 0 ? found.map(({ id, made_at }) => [ownNumberOf(id, made_at), id]) : []),
  };
};

/** Something for each key. */
export const byKey = <T>(make: (key: KeyField) => T): Record<KeyField, T> =>
  Object.fromEntries(keyFields.map(key => [key, make(key)])) as Record<KeyField, T>;

/** The product that a row speaks of: the one that it has the number of, else the first key that is filled and known decides. */
export const idIn = (found: Found, values: RowValues): number | undefined =>
  isNumbered(values)
    ? idBy(found, ownNumber, values)
    : keyFields.map(key => idBy(found, key, values)).find(known => known !== undefined);

/** Whether a row says by number which product it speaks of. */
export const isNumbered = (values: RowValues): boolean => (values[ownNumber] ?? null) !== null;

/** The product that has this key of a row. */
export const idBy = (found: Found, key: keyof Found, values: RowValues): number | undefined =>
  (values[key] ?? null) === null ? undefined : found[key].get(String(values[key]));

const keyColumns = (of: string): SQL =>
  sql.join(
    keyFields.map(key => sql`${sql.identifier(of)}.${sql.identifier(key)}`),
    sql`, `,
  );

/** The values of references among those that the rows name and that are there, held until the transaction ends. */
export const holdReferences = async (
  tx: Database,
  fields: Importable,
  rows: readonly RowValues[],
): Promise<ReadonlySet<number>> => {
  const ids = new Set(rows.flatMap(values => Object.keys(values).flatMap(name => referredBy(fields, values, name))));
  if (ids.size === 0) return new Set();
  const held = await rowsOf<{ id: number }>(
    tx,
    sql`select id from reference_values where id = any(${texts([...ids])}::integer[]) order by id for key share`,
  );
  return new Set(held.map(({ id }) => id));
};

/** The values of a reference that a field of a row names. */
export const referredBy = (fields: Importable, values: RowValues, name: string): number[] => {
  const field = fields.get(name);
  return field && isOfReference(field) ? [values[name] ?? []].flat().map(Number) : [];
};

/** What rows have in a field, where they have anything. */
export const filled = (rows: readonly RowValues[], name: string): unknown[] =>
  rows.flatMap(values => values[name] ?? []);

/** What the rows of a table fill. */
export interface Fill {
  fields: Importable;
  /** The fields that the table has columns of. */
  named: readonly string[];
  /** An empty cell empties its field. */
  clears: boolean;
}

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
  fill: Fill,
  rows: readonly { id: number; values: RowValues }[],
  { at, by }: Stamp,
): Promise<Set<number>> => {
  if (!fillsColumns(fill, rows)) return new Set();
  const { columns, given, differs } = laidOver(fill, rows);
  const changed = await rowsOf<{ id: number }>(
    tx,
    sql`update ${table} as p
      set ${list(columns.map(({ name, next }) => sql`${sql.identifier(name)} = ${next}`))},
        version = p.version + 1, updated_at = ${at.toISOString()}, updated_by = ${by}
      from ${given} where ${differs}
      returning p.id`,
  );
  return new Set(changed.map(({ id }) => id));
};

/** A product as it is and as a row would make it, by column. */
export interface Compared {
  id: number;
  name: string;
  before: RowValues;
  after: RowValues;
}

/** Of these rows those that would change their product; nothing is written. */
export const compareProducts = async (
  tx: Database,
  fill: Fill,
  rows: readonly { id: number; values: RowValues }[],
): Promise<Compared[]> => {
  if (!fillsColumns(fill, rows)) return [];
  const { columns, given, differs } = laidOver(fill, rows);
  const object = (valueOf: (column: (typeof columns)[number]) => SQL) =>
    sql`jsonb_build_object(${list(columns.flatMap(column => [sql`${column.name}::text`, sql`to_jsonb(${valueOf(column)})`]))})`;
  return rowsOf<Compared>(
    tx,
    sql`select p.id, p.name, ${object(({ now }) => now)} as before, ${object(({ next }) => next)} as after
      from ${table} as p, ${given} where ${differs}`,
  );
};

/** Beside a number a table may have nothing but what is kept in pairs. */
const fillsColumns = ({ fields, named }: Fill, rows: readonly unknown[]): boolean =>
  rows.length > 0 && columnsOf(fields, named).length > 0;

/** What rows fill laid over their products: the columns as they are now and next, and whether any is another one then. */
const laidOver = ({ fields, named, clears }: Fill, rows: readonly { id: number; values: RowValues }[]) => {
  const filledIn = columnsOf(fields, named);
  const columns = filledIn.map(name => {
    const [now, given] = [sql`p.${sql.identifier(name)}`, castOf(name)];
    if (name === holder) return { name, now, next: attributesOver(given, named) };
    // A row that empties a field says so by saying nothing of it.
    const isEmptied = clears && initialValues[name] === null && !fields.get(name)?.required;
    return { name, now, next: isEmptied ? given : sql`coalesce(${given}, ${now})` };
  });
  const arrays = arraysOf(
    filledIn,
    rows.map(({ values }) => rowOf(fields, values)),
  );
  return {
    columns,
    given: sql`unnest(${texts(rows.map(({ id }) => id))}, ${arrays}) as i (id, ${namesOf(filledIn)})`,
    differs: sql`p.id = i.id::integer and (${sql.join(
      columns.map(({ now, next }) => sql`${now} is distinct from ${next}`),
      sql` or `,
    )})`,
  };
};

const list = (parts: readonly SQL[]): SQL => sql.join([...parts], sql`, `);

/** New products with what their rows fill and what each other field starts with. @returns their ids by `keyOf`. */
export const insertProducts = async (
  tx: Database,
  fields: Importable,
  rows: readonly { values: RowValues }[],
  { at, by }: Stamp,
): Promise<Map<string, number>> => {
  if (rows.length === 0) return new Map();
  const columns = [...importableFields.keys(), holder];
  const whole = rows.map(({ values }) => ({ ...initialValues, ...rowOf(fields, values) }));
  const inserted = await rowsOf<FoundRow>(
    tx,
    sql`insert into ${table} (created_at, updated_at, updated_by, ${namesOf(columns)})
      select ${at.toISOString()}::timestamptz, ${at.toISOString()}::timestamptz, ${by}::integer, ${sql.join(
        columns.map(name => (name === holder ? tidied(castOf(name)) : castOf(name))),
        sql`, `,
      )}
      from unnest(${arraysOf(columns, whole)}) as i (${namesOf(columns)})
      on conflict do nothing
      returning id, ${namesOf(keyFields)}`,
  );
  return new Map(inserted.map(({ id, ...row }) => [keyOf(row), id]));
};

/** The column of all attributes. */
const holder = attributesIn(storage.collection)?.name ?? '';

const initialValues: RowValues = {
  ...Object.fromEntries([...importableFields].map(([name, field]) => [name, initialValue(field)])),
  [holder]: '{}',
};

/** Kept in pairs, or what the product is found by alone. */
const isNoColumn = (fields: Importable, name: string): boolean => name === ownNumber || isPart(fields.get(name));

/** The columns that hold these fields; what is kept in pairs has none. */
const columnsOf = (fields: Importable, names: readonly string[]): string[] => [
  ...new Set(names.flatMap(name => (isNoColumn(fields, name) ? [] : [importableFields.has(name) ? name : holder]))),
];

/** What a row fills by column; a flag that is not set is no value of an attribute. */
const rowOf = (fields: Importable, values: RowValues): RowValues => {
  const kept = Object.entries(values).flatMap(([name, value]) => {
    if (isNoColumn(fields, name)) return [];
    const isUnset = value === false && fields.get(name)?.label !== undefined;
    return [[name, isUnset ? null : value] as const];
  });
  const { [holder]: attributes, ...row } = nested(Object.fromEntries(kept));
  return attributes === undefined ? row : { ...row, [holder]: JSON.stringify(attributes) };
};

/** Attributes laid over those that a product has, texts language by language. */
const attributesOver = (given: SQL, named: readonly string[]): SQL => {
  const before = sql`p.${sql.identifier(holder)}`;
  const languages = [...new Set(named.flatMap(name => (name.split('.').length > 2 ? [name.split('.')[1]] : [])))];
  const texts = languages.map(
    code => sql` || case when ${given} ? ${code}::text and jsonb_typeof(${before} -> ${code}::text) = 'object'
      then jsonb_build_object(${code}::text, (${before} -> ${code}::text) || (${given} -> ${code}::text))
      else '{}'::jsonb end`,
  );
  // A row that fills no attribute leaves all of them.
  return sql`case when ${given} is null then ${before} else ${tidied(sql`${before} || ${given}${sql.join(texts, sql``)}`)} end`;
};

/** Without what is empty: no text, texts in no language. */
const tidied = (attributes: SQL): SQL => sql`(select coalesce(jsonb_object_agg(key, value), '{}')
  from jsonb_each(jsonb_strip_nulls(${attributes})) where value <> '{}')`;

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

const arraysOf = (columns: readonly string[], rows: readonly RowValues[]): SQL =>
  sql.join(
    columns.map(name => texts(rows.map(row => row[name]))),
    sql`, `,
  );

/** One array parameter of texts. */
export const texts = (values: readonly unknown[]): SQL =>
  sql`${sql.param(values.map(value => (value === undefined || value === null ? null : String(value))))}::text[]`;
