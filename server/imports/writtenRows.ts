import { eq } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import type { ImportOutcome } from '../db/importsSchema.ts';
import { importOutcomes } from '../db/schema.ts';
import type { Batch } from '../table/batches.ts';
import { type KeyField, keyFields } from '../table/importable.ts';
import type { EarlierBatches } from './batch.ts';
import { mapKeys, type PreviousKeys } from './products.ts';

/** Adds to each outcome the keys that its row has changed in the product, for a process that resumes the run. */
export const addPreviousKeys = (outcomes: readonly ImportOutcome[], before: PreviousKeys): ImportOutcome[] => {
  const keysById = new Map<number, Partial<Record<KeyField, string>>>();
  for (const key of keyFields)
    for (const [value, id] of before[key]) if (id !== null) keysById.set(id, { ...keysById.get(id), [key]: value });
  return outcomes.map(([row, id, kind]) => {
    const keys = keysById.get(id);
    return keys ? [row, id, kind, keys] : [row, id, kind];
  });
};

export interface MutableEarlierBatches {
  written: Map<number, number>;
  before: Record<KeyField, Map<string, number | null>>;
}

export const createEmptyEarlierBatches = (): MutableEarlierBatches => ({
  written: new Map(),
  before: mapKeys(() => new Map()),
});

export const readEarlierBatches = async (db: Database, runId: number): Promise<MutableEarlierBatches> => {
  const parts = await db
    .select({ outcomes: importOutcomes.outcomes })
    .from(importOutcomes)
    .where(eq(importOutcomes.run_id, runId));
  const earlierBatches = createEmptyEarlierBatches();
  for (const [row, id, , keysBefore] of parts.flatMap(({ outcomes }) => outcomes)) {
    if (row !== null) earlierBatches.written.set(id, row);
    for (const key of keyFields) if (keysBefore?.[key]) earlierBatches.before[key].set(keysBefore[key], id);
  }
  return earlierBatches;
};

/** Keeps the first entry for each key, since only the state before the import counts. */
export const addEarlierBatches = (earlierBatches: MutableEarlierBatches, { written, before }: EarlierBatches): void => {
  for (const [id, row] of written) earlierBatches.written.set(id, row);
  for (const key of keyFields)
    for (const [value, id] of before[key])
      if (!earlierBatches.before[key].has(value)) earlierBatches.before[key].set(value, id);
};

/** Keys of rows that have already been written, unless the row took its key from another product. */
export const addKeysOfWrittenRows = (earlierBatches: MutableEarlierBatches, { rows }: Pick<Batch, 'rows'>): void => {
  for (const { values } of rows)
    for (const key of keyFields) {
      const value = values[key] ?? null;
      if (value !== null && !earlierBatches.before[key].has(String(value)))
        earlierBatches.before[key].set(String(value), null);
    }
};

/**
 * The part of a batch that still has to be written; null if there is none. A different build may split the file into
 * other batches.
 */
export const takeRemainder = (batch: Batch, toRow: number): Batch | null => {
  if (batch.from > toRow) return batch;
  if (batch.to <= toRow) return null;
  const isRemaining = ({ row }: { row: number }) => row > toRow;
  const [rows, remainingUnreadRows] = [batch.rows.filter(isRemaining), batch.faulty.filter(isRemaining)];
  return {
    from: toRow + 1,
    to: batch.to,
    read: rows.length + remainingUnreadRows.length,
    rows,
    faults: batch.faults.filter(isRemaining),
    faulty: remainingUnreadRows,
  };
};
