import { type ImportPreview, previewLimits } from '#contract/importing.ts';
import { withPause } from '../db/batchPace.ts';
import type { ServerDeps } from '../http/deps.ts';
import { getImportLabel } from '../table/importable.ts';
import type { ImportSource } from './createImportRun.ts';
import {
  type BatchOutcome,
  type DryRun,
  evaluateBatch,
  formatTextAt,
  isUnchangedAt,
  listFieldColumns,
  openDryRun,
} from './dryRun.ts';
import { canCreateMissingValues, describeMissingValues } from './missingValues.ts';
import type { ImportReader } from './reader.ts';

/**
 * Previews the import of a table without writing anything.
 * @throws {TableRefusal}, or the signal's reason once the client has disconnected
 */
export const previewImport = async (
  deps: ServerDeps,
  source: ImportSource,
  signal: AbortSignal,
): Promise<ImportPreview> => {
  signal.throwIfAborted();
  const { dryRun, reader } = await openDryRun(deps, source, { signal });
  try {
    const preview = await collectPreview(deps, { dryRun, reader, signal, fileName: source.fileName });
    const canCreate = canCreateMissingValues(source.user.grantedSlugs);
    const { missing, proposal } = reader.inspection;
    return {
      ...preview,
      missing: await describeMissingValues(deps.db, missing, canCreate),
      ...(proposal && { proposal }),
    };
  } finally {
    await reader.close();
  }
};

interface PreviewSource {
  dryRun: DryRun;
  reader: ImportReader;
  signal: AbortSignal;
  fileName: string;
}

const collectPreview = async (
  deps: ServerDeps,
  { dryRun, reader, signal, fileName }: PreviewSource,
): Promise<Omit<ImportPreview, 'missing'>> => {
  const { sheet, columns, rows } = reader.inspection;
  const preview: Omit<ImportPreview, 'missing'> = {
    file_name: fileName,
    sheet,
    rows,
    columns: columns.map(({ header, field }) => ({ header, field: field && getImportLabel(dryRun.fields, field) })),
    fresh: [],
    changes: [],
    counts: { new: 0, changed: 0, unchanged: 0, faulty: 0 },
    faults: [],
  };
  const writtenRows = new Map<number, number>();
  for (let batch = await reader.next(); batch; batch = await reader.next()) {
    signal.throwIfAborted();
    const currentBatch = batch;
    await withPause(deps, async () => {
      const outcome = await deps.db.transaction(tx => evaluateBatch(tx, dryRun, currentBatch, writtenRows));
      for (const [id, row] of outcome.rows) writtenRows.set(id, row);
      addOutcome(preview, dryRun, outcome);
    });
  }
  return preview;
};

const addOutcome = (preview: Omit<ImportPreview, 'missing'>, dryRun: DryRun, outcome: BatchOutcome): void => {
  const { counts, fresh, changes, faults } = preview;
  const columns = listFieldColumns(dryRun);
  counts.new += outcome.fresh.length;
  counts.changed += outcome.changed.length;
  counts.unchanged += outcome.unchanged.length;
  counts.faulty += new Set(outcome.faults.map(({ row }) => row)).size;
  const takeUpTo = <T>(items: readonly T[], limit: number, keptItems: readonly unknown[]) =>
    items.slice(0, limit - keptItems.length);
  for (const { row, values } of takeUpTo(outcome.fresh, previewLimits.fresh, fresh))
    fresh.push({ row, values: columns.map(column => formatTextAt(values, column, dryRun.nameOf)) });
  const changedInOrder = outcome.changed.toSorted((comparedRow, other) => comparedRow.row - other.row);
  for (const comparedRow of takeUpTo(changedInOrder, previewLimits.changes, changes)) {
    const { row, id, name, before, after } = comparedRow;
    const fields = columns.flatMap(column =>
      isUnchangedAt(comparedRow, column)
        ? []
        : [
            {
              label: column.label,
              before: formatTextAt(before, column, dryRun.nameOf),
              after: formatTextAt(after, column, dryRun.nameOf),
            },
          ],
    );
    changes.push({ row, id, name, fields });
  }
  faults.push(...takeUpTo(outcome.faults, previewLimits.faults, faults));
};
