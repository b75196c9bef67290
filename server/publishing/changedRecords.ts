import { sql } from 'drizzle-orm';
import { type PublishedRecord, publishedRecords } from '#contract/synchronization.ts';
import { type Database, rowsOf } from '../db/database.ts';
import { syncTouched } from '../db/schema.ts';
import type { Plan } from './plan.ts';

/** A moment among the transactions: whatever began to write before it has an id below. */
export type Mark = string;

/** The moment from which on every write is kept: a run is on, and is seen to be. */
export const markNow = async (db: Database): Promise<Mark> => {
  const [row] = await rowsOf<{ mark: string }>(db, sql`select pg_snapshot_xmax(pg_current_snapshot())::text as mark`);
  if (!row) throw new Error('the database knows no transactions');
  return row.mark;
};

/** Whether every transaction from before a moment has come to its end. */
export const areOver = async (db: Database, mark: Mark): Promise<boolean> => {
  const [row] = await rowsOf<{ is: boolean }>(
    db,
    sql`select pg_snapshot_xmin(pg_current_snapshot()) >= ${mark}::text::xid8 as is`,
  );
  return row?.is ?? false;
};

/** Takes out the records that were written since the last time, or since the run began. */
export const takeTouched = async (tx: Database): Promise<Plan> => {
  const rows = await tx.delete(syncTouched).returning();
  const of = (entity: PublishedRecord) => [
    ...new Set(rows.flatMap(row => (row.entity === entity ? [row.record_id] : []))),
  ];
  return Object.fromEntries(publishedRecords.map(entity => [entity, of(entity)])) as Plan;
};
