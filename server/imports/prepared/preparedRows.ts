import type { Corrections, PreparedCell, PreparedRow } from '#contract/preparing.ts';
import type { RowError } from '../../table/reader.ts';
import { toShortText } from '../../table/row.ts';
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
  { cells: corrected }: Corrections,
): PreparedRow[] => {
  const columns = listFieldColumns(dryRun);
  const places = columns.map(({ index }) => dryRun.columns.findIndex(column => column.index === index));
  const inFile = new Map([...batch.rows, ...batch.faulty].map(({ row, cells }) => [row, cells]));
  const cellsOf = (row: number, cell: (column: FieldColumn, at: number) => PreparedCell): PreparedCell[] =>
    columns.map((column, at) => ({
      ...cell(column, at),
      ...(corrected[row]?.[column.name] !== undefined && { isCorrected: true as const }),
    }));
  const valuesOf = ({ row, values }: Pick<BatchOutcome['fresh'][number], 'row' | 'values'>) =>
    cellsOf(row, column => ({ text: formatTextAt(values, column, dryRun.nameOf) }));
  const asInFile = (row: number, cells: StoredCells) =>
    cellsOf(row, (_, at) => ({ text: toShortText(cells[places[at] ?? -1]) || null }));
  const faultsOf = new Map<number, RowError[]>();
  for (const fault of outcome.faults) faultsOf.set(fault.row, [...(faultsOf.get(fault.row) ?? []), fault]);
  const unknown = { id: null, name: null, faults: [] };
  const known = ({ row, id, name }: BatchOutcome['unchanged'][number] | ComparedRow) => ({ row, id, name, faults: [] });
  const rows: PreparedRow[] = [
    ...outcome.fresh.map(one => ({ ...unknown, row: one.row, outcome: 'new' as const, cells: valuesOf(one) })),
    ...outcome.unchanged.map(one => ({ ...known(one), outcome: 'unchanged' as const, cells: valuesOf(one) })),
    ...outcome.changed.map(one => ({
      ...known(one),
      outcome: 'changed' as const,
      cells: cellsOf(one.row, column => toChangedCell(one, column, dryRun)),
    })),
    ...[...faultsOf].map(([row, faults]) => ({
      ...unknown,
      row,
      outcome: 'faulty' as const,
      ...markCellErrors(columns, asInFile(row, inFile.get(row) ?? []), faults),
    })),
    ...batch.excluded.map(({ row, cells }) => ({
      ...unknown,
      row,
      outcome: 'left_out' as const,
      cells: asInFile(row, cells),
    })),
  ];
  return rows.toSorted((one, other) => one.row - other.row);
};

const toChangedCell = (compared: ComparedRow, column: FieldColumn, { nameOf }: DryRun): PreparedCell => {
  const text = formatTextAt(compared.after, column, nameOf);
  return isUnchangedAt(compared, column) ? { text } : { text, before: formatTextAt(compared.before, column, nameOf) };
};

const markCellErrors = (
  columns: readonly FieldColumn[],
  cells: readonly PreparedCell[],
  faults: readonly RowError[],
) => {
  const own: string[] = [];
  const marked = [...cells];
  for (const { column, text } of faults) {
    const at = columns.findIndex(({ header }) => header === column);
    const cell = marked[at];
    if (cell) marked[at] = { ...cell, fault: cell.fault ? `${cell.fault} ${text}` : text };
    else own.push(column ? `${column}: ${text}` : text);
  }
  return { cells: marked, faults: own };
};
