import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
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

/** The files that each cafe has acknowledged, so that only missing files are sent. */
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
  },
  table => [primaryKey({ columns: [table.cafe_id, table.path] })],
);
