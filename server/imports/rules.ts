import { rulesOf } from '#contract/rules.ts';
import type { Database } from '../db/database.ts';
import { ApiFailure } from '../http/errors.ts';
import { checkRules } from '../records/complete.ts';
import { readRecords } from '../records/read.ts';
import { storageOf } from '../records/tableBinding.ts';
import { changedIn, initialValues, type Patch, patched } from '../records/values.ts';
import type { Column } from '../table/columns.ts';
import { type Importable, importedResource, labelIn } from '../table/importable.ts';
import type { RowFault } from '../table/reader.ts';
import type { matchRows, ReadyRow } from './match.ts';

interface Table {
  columns: readonly Column[];
  fields: Importable;
}
type Matched = ReturnType<typeof matchRows>;

/** Rows without those that would leave their product at odds with a rule across its fields. */
export const keepingRules = async (tx: Database, rows: Matched, table: Table): Promise<Matched> => {
  const storage = storageOf(importedResource);
  const named = table.columns.flatMap(({ field }) => field ?? []);
  const isAsked = rulesOf(storage.collection).some(({ reads }) => reads.some(name => named.includes(name)));
  if (!isAsked) return rows;
  const ids = rows.matched.map(({ id }) => id);
  const now = new Map((await readRecords(tx, storage, ids)).map(record => [record.id, record]));
  const ofMatched = rows.matched.map(row => {
    const record: Patch = now.get(row.id) ?? {};
    return {
      row,
      faults: faultsOf(row, table, patched(storage, record, row.values), changedIn(storage, record, row.values)),
    };
  });
  const ofFresh = rows.fresh.map(row => ({ row, faults: faultsOf(row, table, initialValues(storage, row.values)) }));
  return {
    matched: ofMatched.flatMap(({ row, faults }) => (faults.length > 0 ? [] : [row])),
    fresh: ofFresh.flatMap(({ row, faults }) => (faults.length > 0 ? [] : [row])),
    faults: [...rows.faults, ...[...ofMatched, ...ofFresh].flatMap(({ faults }) => faults)],
  };
};

const faultsOf = (
  { row }: ReadyRow,
  { columns, fields }: Table,
  record: Patch,
  changed?: readonly string[],
): RowFault[] => {
  try {
    checkRules(storageOf(importedResource), record, changed);
    return [];
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    return Object.entries(error.details.errors ?? {}).map(([name, [text = '']]) => {
      const column = columns.find(({ field }) => field === name)?.header ?? labelIn(fields, name);
      return { row, column, text };
    });
  }
};
