import type { Arrangement } from '#contract/arrangement.ts';
import type { Batch } from '../table/batches.ts';
import type { Column } from '../table/columns.ts';
import { type Importable, identifiers, keyFields, labelIn } from '../table/importable.ts';
import { ownNumber } from '../table/ownNumber.ts';
import type { Fault } from '../table/parsed.ts';
import { describeFault, type RowFault, type RowValues } from '../table/reader.ts';
import type { Damage } from './damage.ts';
import { type Found, idBy, idIn, isNumbered } from './products.ts';

export type ReadyRow = Batch['rows'][number];
export interface MatchedRow extends ReadyRow {
  id: number;
}

interface Known {
  found: Found;
  damage: Damage;
  written: ReadonlyMap<number, number>;
  columns: readonly Column[];
  fields: Importable;
  arrangement: Arrangement;
}

export const matchRows = (
  rows: readonly ReadyRow[],
  { found, damage, written, columns, fields, arrangement }: Known,
) => {
  const matched: MatchedRow[] = [];
  const fresh: ReadyRow[] = [];
  const faults: RowFault[] = [];
  const here = new Map<number, number>();
  for (const ready of rows) {
    const { row, values } = ready;
    const id = idIn(found, values, arrangement.key);
    const damaged = damage.faults.get(row);
    if (damaged) {
      faults.push(...damaged);
      continue;
    }
    const lost = damage.zeros.get(row);
    const fault =
      (lost && ({ field: lost.field, kind: 'lostZeros', values: { known: lost.known } } satisfies FieldFault)) ??
      (id === undefined
        ? faultOfFresh(values, found, { fields, arrangement })
        : clash(id, values, found, other => written.get(other) ?? here.get(other)));
    if (fault) faults.push(faultAt({ columns, fields }, ready, fault));
    else if (id === undefined) fresh.push(ready);
    else {
      here.set(id, row);
      matched.push({ ...ready, id });
    }
  }
  return { matched, fresh, faults };
};

export type FieldFault = Fault & { field?: string | undefined };

const faultOfFresh = (
  values: RowValues,
  found: Found,
  { fields, arrangement: { key, creates } }: Pick<Known, 'fields' | 'arrangement'>,
): FieldFault | null => {
  if (isNumbered(values) && key.includes(ownNumber)) return { field: ownNumber, kind: 'unknownNumber' };
  if (!creates) return { kind: 'notCreated' };
  // Where the arrangement does not find products by it, an identifier may belong to another one.
  const taken = keyFields.find(name => idBy(found, name, values) !== undefined);
  return taken ? { field: taken, kind: 'taken' } : missingField(fields, values);
};

const missingField = (fields: Importable, values: RowValues): FieldFault | null => {
  const [field] = [...fields].find(([name, { required }]) => required && (values[name] ?? null) === null) ?? [];
  return field ? { field, kind: 'newNeeds', values: { label: labelIn(fields, field) } } : null;
};

type RowOf = (id: number) => number | undefined;

const clash = (id: number, values: RowValues, found: Found, earlierRowOf: RowOf): FieldFault | null => {
  const earlier = earlierRowOf(id);
  if (earlier !== undefined) return { kind: 'sameProduct', values: { row: earlier } };
  const field = keyFields.find(key => (idBy(found, key, values) ?? id) !== id);
  const row = field && earlierRowOf(idBy(found, field, values) ?? id);
  if (row !== undefined) return { field, kind: 'changesHands', values: { row } };
  return field ? { field, kind: 'taken' } : null;
};

/** Names the column as the file does, so that the user finds it. */
export const faultAt = (
  { columns, fields }: Pick<Known, 'columns' | 'fields'>,
  { row, values }: ReadyRow,
  { field, ...fault }: FieldFault,
): RowFault => {
  const text = describeFault(fault);
  if (!field) return { row, text };
  const column = columns.find(candidate => candidate.field === field)?.header ?? labelIn(fields, field);
  const isKey = (identifiers as readonly string[]).includes(field) || fault.kind === 'lostZeros';
  return { row, column, ...(isKey && { value: String(values[field]) }), text };
};
