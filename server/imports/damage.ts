import { type SQL, sql } from 'drizzle-orm';
import { findAttributesField } from '#contract/attributes.ts';
import type { Field } from '#contract/fields.ts';
import type { TableIdentifier } from '#contract/importMapping.ts';
import { getValueAt } from '#contract/values.ts';
import { type Database, queryRows } from '../db/database.ts';
import { getStoredKind } from '../records/getStoredKind.ts';
import { getBinding } from '../records/tableBinding.ts';
import { type Importable, importableFields, importedResource, type KeyField, keyFields } from '../table/importable.ts';
import type { RowError, RowValues } from '../table/reader.ts';
import type { ReadyRow } from './match.ts';
import { type FoundIds, findId, findIdByKey, keyColumnSql, type PreviousKeys, textArraySql } from './products.ts';

export interface DamageCheck {
  /**
   * Values that look damaged. Such a value is an error only if it differs from the product's current value, because a
   * correct value may look the same.
   */
  faults: ReadonlyMap<number, readonly RowError[]>;
  zeros: ReadonlyMap<number, LostZeros>;
}

interface LostZeros {
  field: string;
  known: string;
}

interface DamageContext {
  fields: Importable;
  named: readonly string[];
  key: readonly TableIdentifier[];
  foundProducts: FoundIds;
  before?: PreviousKeys;
}

const binding = getBinding(importedResource);
const attributesField = findAttributesField(binding.collection)?.name ?? '';
const table = sql.identifier(binding.tableName);

const MAX_LOST_ZEROS = 8;

/**
 * Compares suspicious values with the stored values. Only a value that differs from the product's own value is reported
 * as damaged.
 */
export const findDamage = async (
  tx: Database,
  rows: readonly ReadyRow[],
  { fields, named, key, foundProducts, before }: DamageContext,
): Promise<DamageCheck> => {
  const codes = named.filter(name => isCodeField(fields.get(name)));
  const suspects = rows.flatMap(({ row, values, doubts = [] }) => {
    const id = findId(foundProducts, values, key);
    const bareNames = codes.filter(name => isBareNumber(values[name]) && !isOwnKey(foundProducts, name, values, id));
    return bareNames.length + doubts.length > 0 ? [{ row, values, bare: bareNames, doubts, id }] : [];
  });
  if (suspects.length === 0) return { faults: new Map(), zeros: new Map() };
  const currentTexts = await readTexts(
    tx,
    named,
    suspects.flatMap(({ id }) => id ?? []),
  );
  const keys = await findPaddedKeys(
    tx,
    suspects.flatMap(({ id, values }) => (id === undefined ? [values] : [])),
    before,
  );
  const errors = suspects.flatMap(({ row, values, doubts, id }) => {
    const differingDoubts = doubts.filter(
      ({ field }) => id === undefined || getValueAt(currentTexts.get(id), field) !== values[field],
    );
    return differingDoubts.length > 0 ? [[row, differingDoubts.map(({ fault }) => fault)] as const] : [];
  });
  const zeros = suspects.flatMap(({ row, values, bare, id }) => {
    const getKnownValue = (name: string): unknown =>
      id === undefined ? keys.get(`${name} ${values[name]}`) : getValueAt(currentTexts.get(id), name);
    const field = bare.find(name => differsOnlyByZeros(values[name], getKnownValue(name)));
    return field ? [[row, { field, known: String(getKnownValue(field)) }] as const] : [];
  });
  return { faults: new Map(errors), zeros: new Map(zeros) };
};

const isCodeField = (field: Field | undefined): boolean => field !== undefined && getStoredKind(field).isCode(field);

/** Whether the product has exactly this key. In this case, no zeros can be missing, and nothing needs to be read. */
const isOwnKey = (foundProducts: FoundIds, name: string, values: RowValues, id: number | undefined): boolean =>
  id !== undefined && isKeyField(name) && findIdByKey(foundProducts, name, values) === id;

const isKeyField = (name: string): name is KeyField => (keyFields as readonly string[]).includes(name);

const isTextField = (field: Field | undefined): boolean =>
  field !== undefined && (getStoredKind(field).takesAnyText || getStoredKind(field).isCode(field));

const isBareNumber = (value: unknown): value is string => typeof value === 'string' && /^[1-9]\d*$/.test(value);

const differsOnlyByZeros = (givenValue: unknown, knownValue: unknown): boolean =>
  typeof knownValue === 'string' && knownValue.startsWith('0') && knownValue.replace(/^0+/, '') === givenValue;

const readTexts = async (tx: Database, namedColumns: readonly string[], ids: readonly number[]) => {
  if (ids.length === 0) return new Map<number, Record<string, unknown>>();
  const textColumns = namedColumns.filter(name => isTextField(importableFields.get(name)));
  const columns: SQL[] = [...textColumns, attributesField].map(name => sql`p.${sql.identifier(name)}`);
  const foundRows = await queryRows<{ id: number } & Record<string, unknown>>(
    tx,
    sql`select p.id, ${sql.join(columns, sql`, `)} from ${table} as p where p.id = any(${textArraySql(ids)}::integer[])`,
  );
  return new Map(foundRows.map(row => [row.id, row]));
};

/**
 * Finds existing keys that equal these digits after leading zeros, which a spreadsheet may have dropped. The result is
 * indexed by `<key> <digits>`.
 */
export const findPaddedKeys = async (
  tx: Database,
  rows: readonly RowValues[],
  before?: PreviousKeys,
): Promise<ReadonlyMap<string, string>> => {
  const knownKeys: { key: string; code: string }[] = [];
  const keyQueries = keyFields.flatMap(key => {
    const candidates = rows
      .map(values => values[key])
      .filter(isBareNumber)
      .flatMap(code => padWithZeros(key, code));
    const absentCodes = candidates.filter(code => !before?.[key].has(code));
    for (const code of candidates) if ((before?.[key].get(code) ?? null) !== null) knownKeys.push({ key, code });
    if (absentCodes.length === 0) return [];
    return [
      sql`select ${key}::text as key, given.code from unnest(${textArraySql(absentCodes)}) as given (code)
        join ${table} as p on ${keyColumnSql(key)} = given.code`,
    ];
  });
  if (keyQueries.length > 0)
    knownKeys.push(...(await queryRows<(typeof knownKeys)[number]>(tx, sql.join(keyQueries, sql` union all `))));
  return new Map(knownKeys.map(({ key, code }) => [`${key} ${code.replace(/^0+/, '')}`, code]));
};

/** A barcode of this length cannot have lost a leading zero. */
const MAX_BARCODE_LENGTH = 14;

const padWithZeros = (key: KeyField, code: string): string[] => {
  const maxZeros = key === 'barcode' ? Math.min(MAX_LOST_ZEROS, MAX_BARCODE_LENGTH - code.length) : MAX_LOST_ZEROS;
  return Array.from({ length: Math.max(0, maxZeros) }, (_, zeros) => '0'.repeat(zeros + 1) + code);
};
