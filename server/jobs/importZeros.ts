import { type SQL, sql } from 'drizzle-orm';
import { attributesIn } from '#contract/attributes.ts';
import { valueAt } from '#contract/values.ts';
import { storageOf } from '../collections/storage.ts';
import { type Database, rowsOf } from '../db/database.ts';
import { type Importable, importableFields, importedResource, type KeyField, keyFields } from '../table/importable.ts';
import type { RowValues } from '../table/reader.ts';
import type { ReadyRow } from './importMatch.ts';
import { type Found, idIn, texts } from './importProducts.ts';

/** A text that a table has without its leading zeros. */
export interface LostZeros {
  field: string;
  /** As the product has it. */
  known: string;
}

interface Looked {
  fields: Importable;
  named: readonly string[];
  found: Found;
}

const storage = storageOf(importedResource);
const holder = attributesIn(storage.collection)?.name ?? '';
const table = sql.identifier(storage.tableName);

/** Zeros that a spreadsheet takes from a code, at most. */
const MOST_ZEROS = 8;

/** Of these rows those whose digits are a text of their product, or the key of one, but for its leading zeros. */
export const lostZeros = async (
  tx: Database,
  rows: readonly ReadyRow[],
  { fields, named, found }: Looked,
): Promise<ReadonlyMap<number, LostZeros>> => {
  const codes = named.filter(name => ['text', 'barcode'].includes(fields.get(name)?.kind ?? ''));
  const suspects = rows.flatMap(({ row, values }) => {
    const damaged = codes.filter(name => isBare(values[name]));
    return damaged.length > 0 ? [{ row, values, damaged, id: idIn(found, values) }] : [];
  });
  if (suspects.length === 0) return new Map();
  const now = await textsOf(
    tx,
    suspects.flatMap(({ id }) => id ?? []),
  );
  const keys = await paddedKeys(
    tx,
    suspects.flatMap(({ id, values }) => (id === undefined ? [values] : [])),
  );
  return new Map(
    suspects.flatMap(({ row, values, damaged, id }) => {
      const knownOf = (name: string): unknown =>
        id === undefined ? keys.get(`${name} ${values[name]}`) : valueAt(now.get(id), name);
      const field = damaged.find(name => isSameButZeros(values[name], knownOf(name)));
      return field ? [[row, { field, known: String(knownOf(field)) }] as const] : [];
    }),
  );
};

const isBare = (value: unknown): value is string => typeof value === 'string' && /^[1-9]\d*$/.test(value);

const isSameButZeros = (given: unknown, known: unknown): boolean =>
  typeof known === 'string' && known.startsWith('0') && known.replace(/^0+/, '') === given;

/** The texts of products by id. */
const textsOf = async (tx: Database, ids: readonly number[]) => {
  if (ids.length === 0) return new Map<number, Record<string, unknown>>();
  const own = [...importableFields]
    .filter(([, { kind }]) => kind === 'text' || kind === 'barcode')
    .map(([name]) => name);
  const columns: SQL[] = [...own, holder].map(name => sql`p.${sql.identifier(name)}`);
  const found = await rowsOf<{ id: number } & Record<string, unknown>>(
    tx,
    sql`select p.id, ${sql.join(columns, sql`, `)} from ${table} as p where p.id = any(${texts(ids)}::integer[])`,
  );
  return new Map(found.map(row => [row.id, row]));
};

/** Keys of products that those of rows are once zeros stand before them, by `<key> <digits>`. */
const paddedKeys = async (tx: Database, rows: readonly RowValues[]): Promise<ReadonlyMap<string, string>> => {
  const byKey = keyFields.flatMap(key => {
    const padded = rows
      .map(values => values[key])
      .filter(isBare)
      .flatMap(code => withZeros(key, code));
    if (padded.length === 0) return [];
    return [
      sql`select ${key}::text as key, given.code from unnest(${texts(padded)}) as given (code)
        join ${table} as p on p.${sql.identifier(key)} = given.code`,
    ];
  });
  if (byKey.length === 0) return new Map();
  const found = await rowsOf<{ key: string; code: string }>(tx, sql.join(byKey, sql` union all `));
  return new Map(found.map(({ key, code }) => [`${key} ${code.replace(/^0+/, '')}`, code]));
};

/** The longest barcode: most of them lack nothing, and are not looked for. */
const BARCODE_LENGTH = 14;

const withZeros = (key: KeyField, code: string): string[] => {
  const most = key === 'barcode' ? Math.min(MOST_ZEROS, BARCODE_LENGTH - code.length) : MOST_ZEROS;
  return Array.from({ length: Math.max(0, most) }, (_, zeros) => '0'.repeat(zeros + 1) + code);
};
