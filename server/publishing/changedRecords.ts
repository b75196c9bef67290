import { sql } from 'drizzle-orm';
import { type PublishedRecordType, publishedRecords } from '#contract/synchronization.ts';
import { type Database, queryRows } from '../db/database.ts';
import { syncTouched } from '../db/schema.ts';
import type { PublicationPlan } from './plan.ts';

/** A transaction id (xid8). Every transaction that wrote before the mark has a lower id. */
export type TransactionMark = string;

/** Call it after the run is committed: transactions that start later see the run and record what they write. */
export const readMark = async (db: Database): Promise<TransactionMark> => {
  const [row] = await queryRows<{ mark: string }>(
    db,
    sql`select pg_snapshot_xmax(pg_current_snapshot())::text as mark`,
  );
  if (!row) throw new Error('the database knows no transactions');
  return row.mark;
};

/** Whether every transaction that started before the mark has ended, so that no more unrecorded writes can occur. */
export const haveTransactionsEnded = async (db: Database, marker: TransactionMark): Promise<boolean> => {
  const [row] = await queryRows<{ is: boolean }>(
    db,
    sql`select pg_snapshot_xmin(pg_current_snapshot()) >= ${marker}::text::xid8 as is`,
  );
  return row?.is ?? false;
};

/** Deletes and returns the records written since the last call, or since the run started. */
export const takeChangedRecords = async (tx: Database): Promise<PublicationPlan> => {
  const rows = await tx.delete(syncTouched).returning();
  const listIds = (entity: PublishedRecordType) => [
    ...new Set(rows.flatMap(row => (row.entity === entity ? [row.record_id] : []))),
  ];
  return Object.fromEntries(publishedRecords.map(entity => [entity, listIds(entity)])) as PublicationPlan;
};
