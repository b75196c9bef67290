import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { ImportStatus } from '#contract/importing.ts';
import { moment } from './columns.ts';

/** The runs of the import and what they said: a part of `schema.ts`. */

/** Runs of the import. At most one is active, whatever processes share the database. */
export const imports = pgTable(
  'imports',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** A user; no foreign key, so that a run stays when they go. */
    user_id: integer().notNull(),
    status: text().$type<ImportStatus>().notNull(),
    /** 0 to 100. */
    progress: integer().notNull().default(0),
    count_new: integer().notNull().default(0),
    count_changed: integer().notNull().default(0),
    count_unchanged: integer().notNull().default(0),
    count_faulty: integer().notNull().default(0),
    file_name: text().notNull(),
    started_at: moment().notNull(),
    finished_at: moment(),
    /** When the worker last said that it is alive. */
    heartbeat_at: moment().notNull(),
  },
  table => [
    uniqueIndex('imports_one_active').on(sql`(true)`).where(sql`${table.status} in ('processing', 'post_processing')`),
    index('imports_started_at').on(table.started_at),
    index('imports_user').on(table.user_id),
  ],
);

export const importLog = pgTable(
  'import_log',
  {
    run_id: integer()
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    /** From 1 within its run. */
    seq: integer().notNull(),
    level: text({ enum: ['info', 'warning', 'error'] }).notNull(),
    text: text().notNull(),
    /** As the spreadsheet counts rows. */
    row: integer(),
    column: text(),
    value: text(),
  },
  table => [
    primaryKey({ columns: [table.run_id, table.seq] }),
    index('import_log_faults').on(table.run_id, table.row).where(sql`${table.level} = 'error'`),
  ],
);

/** The rows that a run skipped, as the file had them, and as row 1 its header: what people mend and send again. */
export const importSkipped = pgTable(
  'import_skipped',
  {
    run_id: integer()
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    /** As the spreadsheet counts rows. */
    row: integer().notNull(),
    cells: jsonb().$type<SkippedCell[]>().notNull(),
  },
  table => [primaryKey({ columns: [table.run_id, table.row] })],
);

/** Dates and error values as their text. */
type SkippedCell = string | number | boolean | null;
