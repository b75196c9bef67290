import type { ImportMapping } from '#contract/importMapping.ts';
import type { Batch } from '../table/batches.ts';
import type { Column } from '../table/columns.ts';
import { getImportLabel, type Importable, identifiers, keyFields } from '../table/importable.ts';
import type { ParseError } from '../table/parseResult.ts';
import { productNumberColumn } from '../table/productNumber.ts';
import { describeError, type RowError, type RowValues } from '../table/reader.ts';
import type { DamageCheck } from './damage.ts';
import { type FoundIds, findId, findIdByKey, hasProductNumber } from './products.ts';

export type ReadyRow = Batch['rows'][number];
export interface MatchedRow extends ReadyRow {
  id: number;
}

interface MatchContext {
  foundProducts: FoundIds;
  damage: DamageCheck;
  written: ReadonlyMap<number, number>;
  columns: readonly Column[];
  fields: Importable;
  mapping: ImportMapping;
}

export const matchRows = (
  rows: readonly ReadyRow[],
  { foundProducts, damage, written, columns, fields, mapping }: MatchContext,
) => {
  const matchedRows: MatchedRow[] = [];
  const newRows: ReadyRow[] = [];
  const errors: RowError[] = [];
  const rowsById = new Map<number, number>();
  for (const readyRow of rows) {
    const { row, values } = readyRow;
    const id = findId(foundProducts, values, mapping.key);
    const damageErrors = damage.faults.get(row);
    if (damageErrors) {
      errors.push(...damageErrors);
      continue;
    }
    const lostZeros = damage.zeros.get(row);
    const fieldError =
      (lostZeros &&
        ({ field: lostZeros.field, kind: 'lostZeros', values: { known: lostZeros.known } } satisfies FieldError)) ??
      (id === undefined
        ? findNewRowError(values, foundProducts, { fields, mapping })
        : findKeyClash(id, values, foundProducts, other => written.get(other) ?? rowsById.get(other)));
    if (fieldError) errors.push(toRowError({ columns, fields }, readyRow, fieldError));
    else if (id === undefined) newRows.push(readyRow);
    else {
      rowsById.set(id, row);
      matchedRows.push({ ...readyRow, id });
    }
  }
  return { matched: matchedRows, fresh: newRows, faults: errors };
};

export type FieldError = ParseError & { field?: string | undefined };

const findNewRowError = (
  values: RowValues,
  foundProducts: FoundIds,
  { fields, mapping: { key, creates } }: Pick<MatchContext, 'fields' | 'mapping'>,
): FieldError | null => {
  if (hasProductNumber(values) && key.includes(productNumberColumn))
    return { field: productNumberColumn, kind: 'unknownNumber' };
  if (!creates) return { kind: 'notCreated' };
  // Keys are unique, so a new product cannot have a key that belongs to another product, even if the mapping does not
  // use this key to find products.
  const takenKey = keyFields.find(name => findIdByKey(foundProducts, name, values) !== undefined);
  return takenKey ? { field: takenKey, kind: 'taken' } : findMissingField(fields, values);
};

const findMissingField = (fields: Importable, values: RowValues): FieldError | null => {
  const [field] = [...fields].find(([name, { required }]) => required && (values[name] ?? null) === null) ?? [];
  return field ? { field, kind: 'newNeeds', values: { label: getImportLabel(fields, field) } } : null;
};

type FindRow = (id: number) => number | undefined;

const findKeyClash = (
  id: number,
  values: RowValues,
  foundProducts: FoundIds,
  findEarlierRow: FindRow,
): FieldError | null => {
  const earlierRow = findEarlierRow(id);
  if (earlierRow !== undefined) return { kind: 'sameProduct', values: { row: earlierRow } };
  const field = keyFields.find(key => (findIdByKey(foundProducts, key, values) ?? id) !== id);
  const row = field && findEarlierRow(findIdByKey(foundProducts, field, values) ?? id);
  if (row !== undefined) return { field, kind: 'changesHands', values: { row } };
  return field ? { field, kind: 'taken' } : null;
};

/** Names the column by its heading in the file, so that the user can find it. */
export const toRowError = (
  { columns, fields }: Pick<MatchContext, 'columns' | 'fields'>,
  { row, values }: ReadyRow,
  { field, ...error }: FieldError,
): RowError => {
  const text = describeError(error);
  if (!field) return { row, text };
  const column = columns.find(candidate => candidate.field === field)?.header ?? getImportLabel(fields, field);
  const isKey = (identifiers as readonly string[]).includes(field) || error.kind === 'lostZeros';
  return { row, column, ...(isKey && { value: String(values[field]) }), text };
};
