import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { CafeStatus, SendingStatus } from '#contract/sending.ts';
import { bytewise, moment } from './columns.ts';
import { cafes } from './settingsSchema.ts';

/** Runs of sending media to cafes, and what each cafe has got (decision 64): a part of `schema.ts`. */

/** At most one is active, whatever processes share the database. */
export const sendings = pgTable(
  'sendings',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** A user; no foreign key, so that a run stays when they go. */
    user_id: integer().notNull(),
    status: text().$type<Exclude<SendingStatus, 'available'>>().notNull(),
    is_broken: boolean().notNull().default(false),
    /** 0 to 100. */
    progress: integer().notNull().default(0),
    products: integer().notNull(),
    bytes: bigint({ mode: 'number' }).notNull().default(0),
    bytes_sent: bigint({ mode: 'number' }).notNull().default(0),
    started_at: moment().notNull(),
    finished_at: moment(),
    /** When the process that runs it last said that it is alive. */
    heartbeat_at: moment().notNull(),
  },
  table => [
    uniqueIndex('sendings_one_active').on(sql`(true)`).where(sql`${table.status} = 'processing'`),
    index('sendings_user').on(table.user_id),
  ],
);

const runId = () =>
  integer()
    .notNull()
    .references(() => sendings.id, { onDelete: 'cascade' });

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

export const sendingLog = pgTable(
  'sending_log',
  {
    run_id: runId(),
    /** From 1 within its run. */
    seq: integer().notNull(),
    level: text({ enum: ['info', 'warning', 'error'] }).notNull(),
    text: text().notNull(),
    product_id: integer(),
  },
  table => [primaryKey({ columns: [table.run_id, table.seq] })],
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
