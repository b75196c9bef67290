import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { CafeStatus } from '#contract/sending.ts';
import { bytewise } from './columns.ts';
import { runId } from './runsSchema.ts';
import { cafes } from './settingsSchema.ts';

/** The cafes of sendings, and what each cafe has got (decision 64): a part of `schema.ts`. */

/** The cafes of a run, as they were called: the history outlives them. */
export const sendingCafes = pgTable(
  'sending_cafes',
  {
    run_id: runId(),
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

/** What a cafe has acknowledged, written with each file. */
export const sentMedia = pgTable(
  'sent_media',
  {
    cafe_id: integer()
      .notNull()
      .references(() => cafes.id, { onDelete: 'cascade' }),
    /** As it is called at the cafe. */
    path: bytewise().notNull(),
    /** Of what it holds. */
    hash: text().notNull(),
    /** Of where it went: another address has got nothing. */
    destination: text().notNull(),
  },
  table => [primaryKey({ columns: [table.cafe_id, table.path] })],
);
