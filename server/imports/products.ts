import { type SQL, sql } from 'drizzle-orm';
import { type Database, rowsOf } from '../db/database.ts';
import { storageOf } from '../records/tableBinding.ts';
import { importedResource, type KeyField, keyFields } from '../table/importable.ts';
import { idOfNumber, ownNumber, ownNumberOf } from '../table/ownNumber.ts';
import type { RowValues } from '../table/reader.ts';

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

/** What rows have in a field, where they have anything. */
export const filled = (rows: readonly RowValues[], name: string): unknown[] =>
  rows.flatMap(values => values[name] ?? []);

/** One array parameter of texts. */
export const texts = (values: readonly unknown[]): SQL =>
  sql`${sql.param(values.map(value => (value === undefined || value === null ? null : String(value))))}::text[]`;
