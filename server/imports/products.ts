import { type SQL, sql } from 'drizzle-orm';
import { listGtinVariants } from '#contract/barcode.ts';
import type { TableIdentifier } from '#contract/importMapping.ts';
import { type Database, queryRows } from '../db/database.ts';
import { getBinding } from '../records/tableBinding.ts';
import { importedResource, type KeyField, keyFields } from '../table/importable.ts';
import { formatProductNumber, parseProductNumber, productNumberColumn } from '../table/productNumber.ts';
import type { RowValues } from '../table/reader.ts';

const binding = getBinding(importedResource);
const table = sql.identifier(binding.tableName);

/**
 * Makes the statements of this transaction look up each row in an index. The planner's cost model assumes slow disks, so
 * for a few hundred products among a hundred thousand it would scan the whole table, or a whole index for a join.
 */
export const preferIndexes = async (tx: Database): Promise<void> => {
  const settings = ['enable_seqscan', 'enable_mergejoin', 'enable_hashjoin'].map(
    name => sql`set_config(${name}, 'off', true)`,
  );
  await tx.execute(sql`select ${sql.join(settings, sql`, `)}`);
};

export type FoundIds = Readonly<Record<KeyField | typeof productNumberColumn, ReadonlyMap<string, number>>>;
type FoundRow = { id: number } & Record<KeyField, string | null>;

/** Null if the key was free. */
export type PreviousKeys = Readonly<Record<KeyField, ReadonlyMap<string, number | null>>>;

/**
 * Finds the products that rows refer to, by the keys that products had before the import. Otherwise, if a key moved
 * from one product to another, the result would depend on where a batch ends, and the preview would differ from the
 * import. Uses one join per key, because an `or` condition would not use the indexes.
 */
export const findProducts = async (
  tx: Database,
  rows: readonly RowValues[],
  before?: PreviousKeys,
): Promise<FoundIds> => {
  const numbers = collectFilledValues(rows, productNumberColumn).flatMap(
    number => parseProductNumber(String(number)) ?? [],
  );
  const spellings = mapKeys(key => collectSpellings(rows, key));
  const queries = [
    ...keyFields.map(key => ({ given: sql`unnest(${textArraySql(spellings[key])})`, on: keyColumnSql(key) })),
    ...(numbers.length > 0 ? [{ given: sql`unnest(${textArraySql(numbers)}::integer[])`, on: sql`p.id` }] : []),
  ].map(
    ({
      given,
      on,
    }) => sql`select p.id, ${keyColumnsSql('p')}, floor(extract(epoch from p.created_at))::float8 as made_at
      from ${given} as given (key) join ${table} as p on ${on} = given.key`,
  );
  const foundRows = await queryRows<FoundRow & { made_at: number }>(tx, sql.join(queries, sql` union `));
  const idsBy = (key: KeyField) => {
    const ids = new Map<string, number>();
    for (const { id, [key]: value } of foundRows) if (value !== null) ids.set(value, id);
    for (const spelling of spellings[key]) {
      const id = before?.[key].get(spelling) ?? null;
      if (id !== null) ids.set(spelling, id);
    }
    return ids;
  };
  return {
    ...mapKeys(idsBy),
    [productNumberColumn]: new Map(
      numbers.length > 0 ? foundRows.map(({ id, made_at }) => [formatProductNumber(id, made_at), id]) : [],
    ),
  };
};

/** The column of a key as its fastest index has it. */
export const keyColumnSql = (key: KeyField): SQL =>
  key === 'sku' ? sql`p.sku collate "C"` : sql`p.${sql.identifier(key)}`;

/** A barcode may be written with or without leading zeros, so each spelling is looked up. */
const listSpellings = (key: KeyField, value: unknown): string[] =>
  key === 'barcode' ? listGtinVariants(String(value)) : [String(value)];

const collectSpellings = (rows: readonly RowValues[], key: KeyField): string[] => {
  const spellings = new Set<string>();
  for (const value of collectFilledValues(rows, key))
    for (const spelling of listSpellings(key, value)) spellings.add(spelling);
  return [...spellings];
};

/**
 * Replaces the row's barcode with the product's spelling if they differ only by leading zeros, since that is not a
 * change.
 */
export const replaceByStoredBarcode = <R extends { values: RowValues }>(row: R, { barcode }: FoundIds): R => {
  const barcodeValue = row.values['barcode'];
  if (typeof barcodeValue !== 'string' || barcode.has(barcodeValue)) return row;
  const storedForm = listGtinVariants(barcodeValue).find(form => barcode.has(form));
  return storedForm === undefined ? row : { ...row, values: { ...row.values, barcode: storedForm } };
};

export const mapKeys = <T>(buildValue: (key: KeyField) => T): Record<KeyField, T> =>
  Object.fromEntries(keyFields.map(key => [key, buildValue(key)])) as Record<KeyField, T>;

/**
 * The product found by the first known identifier, in the order of the mapping. A product number is decisive even
 * if it is unknown, because the user may have edited the other keys.
 */
export const findId = (
  foundProducts: FoundIds,
  values: RowValues,
  key: readonly TableIdentifier[],
): number | undefined => {
  for (const name of key) {
    const id = findIdByKey(foundProducts, name, values);
    if (id !== undefined || (name === productNumberColumn && hasProductNumber(values))) return id;
  }
  return undefined;
};

export const hasProductNumber = (values: RowValues): boolean => (values[productNumberColumn] ?? null) !== null;

export const findIdByKey = (foundProducts: FoundIds, key: keyof FoundIds, values: RowValues): number | undefined =>
  (values[key] ?? null) === null ? undefined : foundProducts[key].get(String(values[key]));

const keyColumnsSql = (tableAlias: string): SQL =>
  sql.join(
    keyFields.map(key => sql`${sql.identifier(tableAlias)}.${sql.identifier(key)}`),
    sql`, `,
  );

export const collectFilledValues = (rows: readonly RowValues[], name: string): unknown[] =>
  rows.flatMap(values => values[name] ?? []);

/** Passes an array as a single parameter, because the number of parameters in a statement is limited. */
export const textArraySql = (values: readonly unknown[]): SQL =>
  sql`${sql.param(values.map(value => (value === undefined || value === null ? null : String(value))))}::text[]`;
