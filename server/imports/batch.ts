import type { ImportRunCounts, LogItem } from '#contract/importing.ts';
import type { ImportMapping } from '#contract/importMapping.ts';
import type { Database } from '../db/database.ts';
import type { ImportOutcome } from '../db/importsSchema.ts';
import { RunEndedError } from '../jobs/engine.ts';
import type { NewLogLine } from '../jobs/runs.ts';
import { isRefused, type RefusedWrite } from '../records/decideWrites.ts';
import type { PendingChanges } from '../records/recordChanges.ts';
import type { TableBinding } from '../records/tableBinding.ts';
import { type WriteOutcome, writeRecords } from '../records/writeRecords.ts';
import type { Batch } from '../table/batches.ts';
import type { Column } from '../table/columns.ts';
import type { ListImages } from '../table/imageTally.ts';
import type { Importable } from '../table/importable.ts';
import type { RowError } from '../table/reader.ts';
import { translateImport } from '../translate.ts';
import { findPresentProducts, writePresentProducts } from './absent/presentProducts.ts';
import { type PendingImages, writePendingImages } from './images/pendingImages.ts';
import { collectPreviousKeys } from './keys.ts';
import { writeOutcomes } from './outcomes.ts';
import type { PreviousKeys } from './products.ts';
import { type MatchedBatch, matchBatch, toRefusedRowErrors } from './rows.ts';
import { type ArchivingProgress, importStore, writeSkipped } from './runs.ts';
import { addPreviousKeys } from './writtenRows.ts';

/**
 * The progress of a run. Each committed batch replaces this object, so that a batch that was rolled back leaves no
 * trace.
 */
export interface RunState {
  id: number;
  fields: Importable;
  columns: readonly Column[];
  mapping: ImportMapping;
  total: number;
  read: number;
  /** The number of the last row that was written or found to be faulty. */
  toRow: number;
  counts: ImportRunCounts;
  attempt: number;
  profileId: number | null;
  /** Null if the run archives nothing. */
  archiving: ArchivingProgress | null;
  /** The number of images that the table names. These images count towards the progress. */
  imagesNamed: number;
  /** Rows whose images have been added, and rows whose images are still pending. */
  imageRows: { done: number; left: number };
}

/** Earlier batches are needed because a row may not contradict an earlier row of the same table. */
export interface EarlierBatches {
  written: ReadonlyMap<number, number>;
  before: PreviousKeys;
}

export interface BatchResult {
  state: RunState;
  items: LogItem[];
  writtenBatches: EarlierBatches;
}

interface BatchOptions {
  /** Reduced to the fields that the user may write. */
  binding: TableBinding;
  state: RunState;
  earlier: EarlierBatches;
  batch: Batch;
  /** Null if the table names no images. */
  listImages: ListImages | null;
}

/**
 * Writes a batch with its log lines, counts and progress. Needs its own transaction, so that after a crash the counts
 * match the rows.
 * @throws {RunEndedError}
 */
export const writeBatch = async (
  tx: Database,
  changes: PendingChanges,
  { binding, state, earlier, batch, listImages }: BatchOptions,
): Promise<BatchResult> => {
  const matchedBatch = await matchBatch(tx, state, batch, earlier);
  const rows = [...matchedBatch.matched, ...matchedBatch.fresh];
  const options = { fields: listReadFields(state), leavesUnchanged: true };
  const outcomes = await writeRecords(tx, binding, matchedBatch.requests, changes, options);
  const writtenRows = outcomes.flatMap((outcome, index) => {
    const readyRow = rows[index];
    return readyRow ? [{ ready: readyRow, outcome }] : [];
  });
  const succeededRows = writtenRows.flatMap(({ ready: readyRow, outcome }) =>
    isRefused(outcome) ? [] : [{ ready: readyRow, outcome }],
  );
  const refusedErrors = writtenRows.flatMap(({ ready: readyRow, outcome }) =>
    isRefused(outcome) ? toRefusedRowErrors(state, readyRow, outcome) : [],
  );
  const allErrors = [...batch.faults, ...matchedBatch.faults, ...refusedErrors].toSorted((a, b) => a.row - b.row);
  const count = (kind: string) => succeededRows.filter(({ outcome }) => outcome.kind === kind).length;
  const addedCounts: ImportRunCounts = {
    new: count('new'),
    changed: count('changed'),
    unchanged: count('unchanged'),
    faulty: new Set(allErrors.map(({ row }) => row)).size,
  };
  const next: RunState = {
    ...state,
    read: state.read + batch.read,
    toRow: batch.to,
    counts: sumCounts(state.counts, addedCounts),
  };
  // Locks the run before its log, in the same order as cancelling does, to prevent a deadlock.
  const { counts, read, toRow, attempt } = next;
  const step = { counts, progress: computeProgress(next), details: { read, toRow }, attempt };
  const isContinuing = await importStore.writeStep(tx, state.id, step);
  if (!isContinuing) throw new RunEndedError(`import run ${state.id} was ended`);
  const items = await importStore.writeLog(tx, state.id, [
    ...allErrors.map(toErrorLine),
    toSummaryLine(batch, addedCounts),
  ]);
  await writeSkipped(tx, state.id, toSkippedRows(batch, allErrors));
  const fieldNames = state.columns.flatMap(({ field }) => field ?? []);
  const idsBy = (isFresh: boolean) =>
    succeededRows.flatMap(({ ready: { values }, outcome }) =>
      (outcome.kind === 'new') === isFresh ? [{ id: outcome.id, values }] : [],
    );
  const writtenBatches = {
    written: new Map(succeededRows.map(({ ready: { row }, outcome }) => [outcome.id, row])),
    before: collectPreviousKeys(
      matchedBatch.foundProducts,
      { matched: state.mapping.changes ? idsBy(false) : [], fresh: idsBy(true) },
      { named: fieldNames, clears: state.mapping.clears },
    ),
  };
  await writeOutcomes(tx, state.id, batch.to, toOutcomes(succeededRows, writtenBatches.before));
  if (listImages) await writePendingImages(tx, state.id, toPendingImages(succeededRows, listImages, state.mapping));
  await writePresentProductsOfBatch(tx, { state, earlier, batch }, matchedBatch, [...writtenBatches.written.keys()]);
  return { state: next, items, writtenBatches };
};

/** The record fields that the columns of a table belong to. */
const listReadFields = ({ columns }: Pick<RunState, 'columns'>): Set<string> =>
  new Set(columns.flatMap(({ field }) => field?.split('.')[0] ?? []));

interface WrittenRow {
  ready: Batch['rows'][number];
  outcome: Exclude<WriteOutcome, RefusedWrite>;
}

const toOutcomes = (written: readonly WrittenRow[], before: PreviousKeys): ImportOutcome[] =>
  addPreviousKeys(
    written.map(({ ready: { row }, outcome: { id, kind } }) => [row, id, kind]),
    before,
  );

/** If the mapping does not allow changes to existing products, only new products get images. */
const toPendingImages = (
  written: readonly WrittenRow[],
  listImages: ListImages,
  { changes }: ImportMapping,
): PendingImages[] =>
  written
    .filter(({ outcome }) => changes || outcome.kind === 'new')
    .map(({ ready: { row, values }, outcome }) => ({
      row,
      product_id: outcome.id,
      sources: [...listImages(values)],
    }));

const writePresentProductsOfBatch = async (
  tx: Database,
  { state, earlier, batch }: Pick<BatchOptions, 'state' | 'earlier' | 'batch'>,
  { foundProducts, faults }: MatchedBatch,
  writtenIds: readonly number[],
): Promise<void> => {
  const target = getPresenceTarget(state);
  if (!target.isArchiving && target.profileId === null) return;
  const faultyRowNumbers = new Set(faults.map(({ row }) => row));
  const unreadValues = [
    ...batch.faulty.map(({ identifiers }) => identifiers),
    ...batch.rows.flatMap(({ row, values }) => (faultyRowNumbers.has(row) ? [values] : [])),
  ];
  const presentIds = await findPresentProducts(tx, { foundProducts, unread: unreadValues, before: earlier.before });
  for (const id of writtenIds) presentIds.add(id);
  await writePresentProducts(tx, target, presentIds);
};

export const getPresenceTarget = ({ id, archiving, profileId }: RunState) => ({
  runId: id,
  isArchiving: archiving !== null,
  profileId,
});

/** Rows that were not written, with their original cells, so that the user can correct and import just those. */
const toSkippedRows = ({ rows, faulty }: Batch, errors: readonly RowError[]) => {
  const rowNumbers = new Set(errors.map(({ row }) => row));
  return [...faulty, ...rows.filter(({ row }) => rowNumbers.has(row))].map(({ row, cells }) => ({ row, cells }));
};

/** At most 99, because 100 means that post-processing has begun (§4). */
export const computeProgress = ({ read, total, imagesNamed, imageRows: { done, left } }: RunState): number => {
  const images = done === 0 ? 0 : (imagesNamed * done) / (done + left);
  return Math.min(99, Math.floor((100 * (read + images)) / (total + imagesNamed)));
};

const toErrorLine = (error: RowError): NewLogLine<LogItem> => ({ level: 'error', ...error });

const toSummaryLine = ({ from, to }: Batch, counts: ImportRunCounts): NewLogLine<LogItem> => ({
  level: 'info',
  text: translateImport('log.batch', { from, to, ...counts }),
});

const sumCounts = (a: ImportRunCounts, b: ImportRunCounts): ImportRunCounts => ({
  new: a.new + b.new,
  changed: a.changed + b.changed,
  unchanged: a.unchanged + b.unchanged,
  faulty: a.faulty + b.faulty,
});
