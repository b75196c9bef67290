import { type Field, getKindTraits } from '#contract/fields.ts';
import type { ImportMapping } from '#contract/importMapping.ts';
import { getValueAt } from '#contract/values.ts';
import type { Database } from '../db/database.ts';
import type { ServerDeps } from '../http/deps.ts';
import { decideWrites, isRefused, type WriteDecision } from '../records/decideWrites.ts';
import type { GetReferenceName } from '../records/kind.ts';
import { getBinding, narrowBinding, type TableBinding } from '../records/tableBinding.ts';
import { applyPatch, type Patch } from '../records/values.ts';
import type { Batch, TableSummary } from '../table/batches.ts';
import { isReferenceField } from '../table/cells.ts';
import type { Column } from '../table/columns.ts';
import { toExportCell } from '../table/exportCells.ts';
import { imagesColumn } from '../table/imagesColumn.ts';
import { getImportLabel, type Importable, importedResource } from '../table/importable.ts';
import type { RowError, RowValues } from '../table/reader.ts';
import { toShortText } from '../table/row.ts';
import { createTableRecords } from '../table/tableFields.ts';
import { assertCanCreateValues, assertCanWriteColumns, type ImportSource } from './createImportRun.ts';
import { type OpenedTable, openTableFile, toReadingChoices } from './createWorkerInput.ts';
import { readNames } from './lookups.ts';
import type { ReadyRow } from './match.ts';
import type { TableHead } from './messages.ts';
import { planMissingValues, selectNewValues } from './missingValues.ts';
import type { FoundIds } from './products.ts';
import { type ImportReader, readTable } from './reader.ts';
import { matchBatch, toRefusedRowErrors } from './rows.ts';

/** A comparison of a table's rows with the stored products, without writing anything. */
export interface DryRun {
  binding: TableBinding;
  fields: Importable;
  columns: readonly Column[];
  mapping: ImportMapping;
  /** Reference values that the import would create, by name and by their ids in the preview. */
  newValues: TableSummary['missing'];
  futureIds: ReadonlySet<number>;
  nameOf: GetReferenceName;
}

interface DryRunOptions {
  onHead?: (dryRun: DryRun | null, head: TableHead) => Promise<void>;
  signal: AbortSignal;
  /** The table, if its file is already open. */
  openedTable?: OpenedTable | undefined;
}

/**
 * Opens a table to preview its import. The caller closes the reader.
 * @param onHead receives the first rows before the whole table is inspected
 * @throws {TableRefusal}, or the signal's reason
 */
export const openDryRun = async (
  deps: ServerDeps,
  source: ImportSource,
  { onHead, signal, openedTable }: DryRunOptions,
): Promise<{ dryRun: DryRun; reader: ImportReader }> => {
  const { fields, thread } = openedTable ?? (await openTableFile(deps, source));
  const { user } = source;
  const names = await readNames(deps.db, fields).catch(async (error: unknown) => {
    await thread.end();
    throw error;
  });
  const binding = narrowBinding(getBinding(importedResource), user);
  const withoutGuarded = ({ columns, mapping }: Pick<DryRun, 'columns' | 'mapping'>): DryRun => {
    assertCanWriteColumns(columns, fields, user.grantedSlugs);
    return { binding, fields, columns, mapping, newValues: {}, futureIds: new Set(), nameOf: names };
  };
  const reader = await readTable(thread, toReadingChoices(source), {
    onHead: onHead && (head => onHead(head.table && withoutGuarded(head.table), head)),
    signal,
  });
  try {
    const dryRun = withoutGuarded(reader.inspection);
    const newValues = selectNewValues(reader.inspection.missing, fields, source);
    if (Object.keys(newValues).length === 0) return { reader, dryRun };
    assertCanCreateValues(newValues, user.grantedSlugs);
    const plan = planMissingValues(newValues);
    await reader.add(plan.added);
    const nameOf: GetReferenceName = (field, id) =>
      (isReferenceField(field) ? plan.names.get(id) : undefined) ?? names(field, id);
    return { reader, dryRun: { ...dryRun, newValues, nameOf, futureIds: new Set(plan.names.keys()) } };
  } catch (error) {
    await reader.close();
    throw error;
  }
};

interface KnownRow {
  row: number;
  id: number;
  name: string;
}
export interface ComparedRow extends KnownRow {
  before: RowValues;
  after: RowValues;
}
export interface BatchOutcome {
  fresh: readonly ReadyRow[];
  changed: readonly ComparedRow[];
  unchanged: readonly (KnownRow & Pick<ReadyRow, 'values'>)[];
  faults: readonly RowError[];
  /** Row numbers by the id of the product they match. */
  rows: ReadonlyMap<number, number>;
  foundProducts: FoundIds;
}

/** @param writtenRows rows of earlier batches by product, because a row may not contradict an earlier one */
export const evaluateBatch = async (
  tx: Database,
  { binding, fields, columns, mapping, futureIds }: DryRun,
  batch: Batch,
  writtenRows: ReadonlyMap<number, number>,
): Promise<BatchOutcome> => {
  const table = { fields, columns, mapping };
  const matchedBatch = await matchBatch(tx, table, batch, { written: writtenRows });
  const decisions = await decideWrites(tx, binding, matchedBatch.requests, { locks: false, futureIds });
  const rows = [...matchedBatch.matched, ...matchedBatch.fresh].flatMap((readyRow, index) => {
    const decision = decisions[index];
    return decision ? [{ ready: readyRow, verdict: decision }] : [];
  });
  const fieldsByName = Object.fromEntries(fields);
  const buildColumnValues: (record: Patch) => RowValues = createTableRecords(fieldsByName, matchedBatch.platformOf);
  const toKnownRow = (
    row: number,
    { current }: Extract<WriteDecision, { kind: 'changed' | 'unchanged' }>,
  ): KnownRow => ({
    row,
    id: current.id,
    name: String(current['name']),
  });
  const refusedErrors = rows.flatMap(({ ready: readyRow, verdict }) =>
    isRefused(verdict) ? toRefusedRowErrors(table, readyRow, verdict) : [],
  );
  return {
    fresh: rows.flatMap(({ ready: readyRow, verdict }) => (verdict.kind === 'new' ? [readyRow] : [])),
    changed: rows.flatMap(({ ready, verdict }) => {
      if (verdict.kind !== 'changed') return [];
      const { current, patch } = verdict;
      // Records have no images column. The preview shows the images that the row names, without comparing them with
      // those of the product.
      const named = { [imagesColumn]: ready.values[imagesColumn] };
      return [
        {
          ...toKnownRow(ready.row, verdict),
          before: { ...buildColumnValues(current), ...named },
          after: { ...buildColumnValues(applyPatch(binding, current, patch)), ...named },
        },
      ];
    }),
    unchanged: rows.flatMap(({ ready: { row, values }, verdict }) =>
      verdict.kind === 'unchanged' ? [{ ...toKnownRow(row, verdict), values }] : [],
    ),
    faults: [...batch.faults, ...matchedBatch.faults, ...refusedErrors].toSorted((a, b) => a.row - b.row),
    rows: new Map(matchedBatch.matched.map(({ id, row }) => [id, row])),
    foundProducts: matchedBatch.foundProducts,
  };
};

export interface FieldColumn extends Column {
  name: string;
  definition: Field;
  label: string;
}

/** Lists the columns that are assigned to a field. */
export const listFieldColumns = ({ columns, fields }: Pick<DryRun, 'columns' | 'fields'>): FieldColumn[] =>
  columns.flatMap(column => {
    const definition = column.field && fields.get(column.field);
    return column.field && definition
      ? [{ ...column, name: column.field, definition, label: getImportLabel(fields, column.field) }]
      : [];
  });

export const formatTextAt = (
  values: RowValues,
  { name, definition }: FieldColumn,
  nameOf: GetReferenceName,
): string | null => formatFieldValue(getValueAt(values, name), definition, nameOf);

/** An unset attribute may be absent, null, or a false flag. */
export const isUnchangedAt = ({ before, after }: ComparedRow, { name, definition }: FieldColumn): boolean =>
  getKindTraits(definition).isEqual(getValueAt(before, name) || null, getValueAt(after, name) || null);

/** Formatted as in an export, so that both sides of a comparison look alike. */
export const formatFieldValue = (value: unknown, field: Field, nameOf: GetReferenceName): string | null => {
  const cell = toExportCell(value, field, nameOf);
  if (cell === null) return null;
  if (typeof cell === 'number') return String(cell).replace('.', ',');
  return typeof cell === 'string' ? cell : toShortText(cell);
};
