import type { Arrangement } from '#contract/arrangement.ts';
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
  found: FoundIds;
  damage: DamageCheck;
  written: ReadonlyMap<number, number>;
  columns: readonly Column[];
  fields: Importable;
  arrangement: Arrangement;
}

export const matchRows = (
  rows: readonly ReadyRow[],
  { found, damage, written, columns, fields, arrangement }: MatchContext,
) => {
  const matched: MatchedRow[] = [];
  const fresh: ReadyRow[] = [];
  const faults: RowError[] = [];
  const rowsById = new Map<number, number>();
  for (const ready of rows) {
    const { row, values } = ready;
    const id = findId(found, values, arrangement.key);
    const damageFaults = damage.faults.get(row);
    if (damageFaults) {
      faults.push(...damageFaults);
      continue;
    }
    const lostZeros = damage.zeros.get(row);
    const fault =
      (lostZeros &&
        ({ field: lostZeros.field, kind: 'lostZeros', values: { known: lostZeros.known } } satisfies FieldError)) ??
      (id === undefined
        ? findNewRowError(values, found, { fields, arrangement })
        : findKeyClash(id, values, found, other => written.get(other) ?? rowsById.get(other)));
    if (fault) faults.push(toRowError({ columns, fields }, ready, fault));
    else if (id === undefined) fresh.push(ready);
    else {
      rowsById.set(id, row);
      matched.push({ ...ready, id });
    }
  }
  return { matched, fresh, faults };
};

export type FieldError = ParseError & { field?: string | undefined };

const findNewRowError = (
  values: RowValues,
  found: FoundIds,
  { fields, arrangement: { key, creates } }: Pick<MatchContext, 'fields' | 'arrangement'>,
): FieldError | null => {
  if (hasProductNumber(values) && key.includes(productNumberColumn))
    return { field: productNumberColumn, kind: 'unknownNumber' };
  if (!creates) return { kind: 'notCreated' };
  // Keys are unique, so a new product cannot have one that belongs to another, even if the arrangement does not match
  // by it.
  const takenKey = keyFields.find(name => findIdByKey(found, name, values) !== undefined);
  return takenKey ? { field: takenKey, kind: 'taken' } : findMissingField(fields, values);
};

const findMissingField = (fields: Importable, values: RowValues): FieldError | null => {
  const [field] = [...fields].find(([name, { required }]) => required && (values[name] ?? null) === null) ?? [];
  return field ? { field, kind: 'newNeeds', values: { label: getImportLabel(fields, field) } } : null;
};

type FindRow = (id: number) => number | undefined;

const findKeyClash = (id: number, values: RowValues, found: FoundIds, earlierRowOf: FindRow): FieldError | null => {
  const earlier = earlierRowOf(id);
  if (earlier !== undefined) return { kind: 'sameProduct', values: { row: earlier } };
  const field = keyFields.find(key => (findIdByKey(found, key, values) ?? id) !== id);
  const row = field && earlierRowOf(findIdByKey(found, field, values) ?? id);
  if (row !== undefined) return { field, kind: 'changesHands', values: { row } };
  return field ? { field, kind: 'taken' } : null;
};

/** Names the column by its heading in the file, so that the user can find it. */
export const toRowError = (
  { columns, fields }: Pick<MatchContext, 'columns' | 'fields'>,
  { row, values }: ReadyRow,
  { field, ...fault }: FieldError,
): RowError => {
  const text = describeError(fault);
  if (!field) return { row, text };
  const column = columns.find(candidate => candidate.field === field)?.header ?? getImportLabel(fields, field);
  const isKey = (identifiers as readonly string[]).includes(field) || fault.kind === 'lostZeros';
  return { row, column, ...(isKey && { value: String(values[field]) }), text };
};
