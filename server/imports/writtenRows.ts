import { eq, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { importRows } from '../db/schema.ts';
import type { Batch } from '../table/batches.ts';
import { type KeyField, keyFields } from '../table/importable.ts';
import type { EarlierBatches } from './batch.ts';
import { mapKeys } from './products.ts';

type RowKeys = Partial<Record<KeyField, string>>;

/** Records what a batch has written, for a process that resumes the run. */
export const writeRows = async (tx: Database, runId: number, { written, before }: EarlierBatches): Promise<void> => {
  if (written.size === 0) return;
  const keysById = new Map<number, RowKeys>();
  for (const key of keyFields)
    for (const [value, id] of before[key]) if (id !== null) keysById.set(id, { ...keysById.get(id), [key]: value });
  const ids = [...written.keys()];
  const keys = ids.map(id => (keysById.has(id) ? JSON.stringify(keysById.get(id)) : null));
  await tx.execute(
    sql`insert into ${importRows} (run_id, row, product_id, keys_before)
      select ${runId}::integer, row, id, keys::jsonb
      from unnest(${sql.param([...written.values()])}::integer[], ${sql.param(ids)}::integer[], ${sql.param(keys)}::text[])
        as written (row, id, keys)`,
  );
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
  const rows = await db.select().from(importRows).where(eq(importRows.run_id, runId));
  const earlierBatches = createEmptyEarlierBatches();
  for (const { row, product_id, keys_before } of rows) {
    earlierBatches.written.set(product_id, row);
    for (const key of keyFields) if (keys_before?.[key]) earlierBatches.before[key].set(keys_before[key], product_id);
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
 * The part of a batch that remains to be written; null if none. A different build may split the file into other
 * batches.
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
