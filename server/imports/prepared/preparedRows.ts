import type { Corrections, PreparedCell, PreparedRow } from '#contract/preparing.ts';
import type { RowError } from '../../table/reader.ts';
import { toFullText } from '../../table/row.ts';
import {
  type BatchOutcome,
  type ComparedRow,
  type DryRun,
  type FieldColumn,
  formatTextAt,
  isUnchangedAt,
  listFieldColumns,
} from '../dryRun.ts';
import type { WorkerBatch } from '../messages.ts';

type StoredCells = WorkerBatch['faulty'][number]['cells'];

/** Converts the rows of a batch for the preview, in file order. */
export const buildPreparedRows = (
  dryRun: DryRun,
  batch: WorkerBatch,
  outcome: BatchOutcome,
  { cells: correctedCells }: Corrections,
): PreparedRow[] => {
  const columns = listFieldColumns(dryRun);
  const columnPositions = columns.map(({ index }) => dryRun.columns.findIndex(column => column.index === index));
  const cellsByRow = new Map([...batch.rows, ...batch.faulty].map(({ row, cells }) => [row, cells]));
  const buildCells = (row: number, cell: (column: FieldColumn, index: number) => PreparedCell): PreparedCell[] =>
    columns.map((column, index) => ({
      ...cell(column, index),
      ...(correctedCells[row]?.[column.name] !== undefined && { isCorrected: true as const }),
    }));
  const formatValues = ({ row, values }: Pick<BatchOutcome['fresh'][number], 'row' | 'values'>) =>
    buildCells(row, column => ({ text: formatTextAt(values, column, dryRun.nameOf) }));
  const readAsInFile = (row: number, cells: StoredCells) =>
    buildCells(row, (_, index) => ({ text: toFullText(cells[columnPositions[index] ?? -1]) || null }));
  const errorsByRow = new Map<number, RowError[]>();
  for (const error of outcome.faults) errorsByRow.set(error.row, [...(errorsByRow.get(error.row) ?? []), error]);
  const unknownProduct = { id: null, name: null, faults: [] };
  const presentKnownRow = ({ row, id, name }: BatchOutcome['unchanged'][number] | ComparedRow) => ({
    row,
    id,
    name,
    faults: [],
  });
  const rows: PreparedRow[] = [
    ...outcome.fresh.map(newRow => ({
      ...unknownProduct,
      row: newRow.row,
      outcome: 'new' as const,
      cells: formatValues(newRow),
    })),
    ...outcome.unchanged.map(unchangedRow => ({
      ...presentKnownRow(unchangedRow),
      outcome: 'unchanged' as const,
      cells: formatValues(unchangedRow),
    })),
    ...outcome.changed.map(changedRow => ({
      ...presentKnownRow(changedRow),
      outcome: 'changed' as const,
      cells: buildCells(changedRow.row, column => toChangedCell(changedRow, column, dryRun)),
    })),
    ...[...errorsByRow].map(([row, errors]) => ({
      ...unknownProduct,
      row,
      outcome: 'faulty' as const,
      ...markCellErrors(columns, readAsInFile(row, cellsByRow.get(row) ?? []), errors),
    })),
    ...batch.excluded.map(({ row, cells }) => ({
      ...unknownProduct,
      row,
      outcome: 'left_out' as const,
      cells: readAsInFile(row, cells),
    })),
  ];
  return rows.toSorted((row, other) => row.row - other.row);
};

const toChangedCell = (comparedRow: ComparedRow, column: FieldColumn, { nameOf }: DryRun): PreparedCell => {
  const text = formatTextAt(comparedRow.after, column, nameOf);
  return isUnchangedAt(comparedRow, column)
    ? { text }
    : { text, before: formatTextAt(comparedRow.before, column, nameOf) };
};

const markCellErrors = (
  columns: readonly FieldColumn[],
  cells: readonly PreparedCell[],
  errors: readonly RowError[],
) => {
  const rowErrors: string[] = [];
  const markedCells = [...cells];
  for (const { column, text } of errors) {
    const columnIndex = columns.findIndex(({ header }) => header === column);
    const cell = markedCells[columnIndex];
    if (cell) markedCells[columnIndex] = { ...cell, fault: cell.fault ? `${cell.fault} ${text}` : text };
    else rowErrors.push(column ? `${column}: ${text}` : text);
  }
  return { cells: markedCells, faults: rowErrors };
};
