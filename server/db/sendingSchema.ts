import { boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { CafeStatus } from '#contract/sending.ts';
import { bytewiseText } from './columns.ts';
import { runIdColumn } from './runsSchema.ts';
import { cafes } from './settingsSchema.ts';

/** The cafes in a run, with their names at that time, because the history outlives the cafes. */
export const sendingCafes = pgTable(
  'sending_cafes',
  {
    run_id: runIdColumn(),
    cafe_id: integer().notNull(),
    name: text().notNull(),
    status: text().$type<CafeStatus>().notNull(),
    files: integer().notNull().default(0),
    sent: integer().notNull().default(0),
    unchanged: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    reason: text(),
  },
  table => [primaryKey({ columns: [table.run_id, table.cafe_id] })],
);

/** What an active run has to send, so that another process can carry it on. */
export const sendingTasks = pgTable('sending_tasks', {
  run_id: runIdColumn().primaryKey(),
  product_ids: integer().array().notNull(),
  anew: boolean().notNull(),
});

/**
 * The files that each cafe has acknowledged, so that only missing files are sent. The hash of a file that is to be sent
 * anew is empty until it has been.
 */
export const sentMedia = pgTable(
  'sent_media',
  {
    cafe_id: integer()
      .notNull()
      .references(() => cafes.id, { onDelete: 'cascade' }),
    path: bytewiseText().notNull(),
    hash: text().notNull(),
    /** Hash of the destination: files sent to an earlier address do not count for a new one. */
    destination: text().notNull(),
    /** The run that has sent it last. A run that sends everything anew needs it when it is carried on. */
    run_id: integer(),
  },
  table => [primaryKey({ columns: [table.cafe_id, table.path] })],
);
