import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { type BatchDetails, type BatchSummary, batchKinds } from '#contract/batches.ts';
import { bytewiseText, jsonColumn, timestampColumn } from './columns.ts';

/**
 * What a user wrote at once, either in one transaction or in the transactions of one run. A trigger adds the batch with
 * the first change, so every write has a batch.
 */
export const batches = pgTable(
  'batches',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** No foreign keys, because history outlives accounts. */
    user_id: integer().notNull(),
    acted_by: integer(),
    at: timestampColumn().notNull().defaultNow(),
    kind: text({ enum: batchKinds }).notNull().default('save'),
    details: jsonColumn().$type<BatchDetails>().notNull().default({}),
    /** Null until the batch is complete, because counting a large batch takes too long for a list. */
    summary: jsonColumn().$type<BatchSummary>(),
  },
  table => [
    index('batches_at').on(table.at, table.id),
    index('batches_user').on(table.user_id, table.at, table.id),
    index('batches_kind').on(table.kind, table.at, table.id),
    index('batches_actor').on(table.user_id, table.acted_by).where(sql`${table.acted_by} is not null`),
    index('batches_run').on(sql`((${table.details} ->> 'run_id')::integer)`).where(sql`${table.details} ? 'run_id'`),
    index('batches_undone').on(sql`((${table.details} ->> 'undoes')::integer)`).where(sql`${table.details} ? 'undoes'`),
    index('batches_content').using('gin', table.summary.op('jsonb_path_ops')),
    index('batches_incomplete').on(table.id).where(sql`${table.summary} is null`),
  ],
);

/**
 * The rows of deleted records, so that they can be restored. Their links are in the changes of the batch that deleted
 * them. Only a trigger adds to it.
 */
export const trash = pgTable(
  'trash',
  {
    entity: bytewiseText().notNull(),
    record_id: integer().notNull(),
    batch_id: integer().notNull(),
    at: timestampColumn().notNull().defaultNow(),
    /** Every column of the row. Contains secrets, so it is never sent. */
    row: jsonColumn().$type<Record<string, unknown>>().notNull(),
  },
  table => [
    primaryKey({ columns: [table.entity, table.record_id] }),
    index('trash_list').on(table.entity, table.at, table.record_id),
    index('trash_at').on(table.at),
    index('trash_batch').on(table.batch_id),
  ],
);

/** A single row, once the settings differ from the defaults. */
export const historySettings = pgTable('history_settings', {
  id: integer().primaryKey().default(1),
  keep_days: integer().notNull(),
  price_percent: integer().notNull(),
});
