import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { LogItem } from '#contract/importing.ts';
import { moment } from './columns.ts';

/** Runs that last, whatever they do, and what they said (decision 82): a part of `schema.ts`. */

export type RunKind = 'import' | 'sending' | 'publication';

/** Of these `post_processing` is the import's alone; what people are told of a status is mapped where a kind is read. */
export type RunStatus = 'processing' | 'post_processing' | 'finished' | 'canceled' | 'failed';

/** At most one of a kind is active, whatever processes share the database. */
export const runs = pgTable(
  'runs',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text().$type<RunKind>().notNull(),
    /** A user; no foreign key, so that a run stays when they go. */
    user_id: integer().notNull(),
    /** The person who acted as that user when the run was started. */
    acted_by: integer(),
    status: text().$type<RunStatus>().notNull(),
    /** 0 to 100. */
    progress: integer().notNull().default(0),
    /** What the kind counts. */
    counts: jsonb().$type<Record<string, number>>().notNull().default({}),
    /** What else the kind keeps of a run. */
    details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    started_at: moment().notNull(),
    finished_at: moment(),
    /** When the process that runs it, or tidies up after it, last said that it is alive. */
    heartbeat_at: moment().notNull(),
    /** Of a finished publication: nothing is left of what it took the place of, and its drafts are counted. */
    is_tidy: boolean().notNull().default(false),
  },
  table => [
    uniqueIndex('runs_one_active').on(table.kind).where(sql`${table.status} in ('processing', 'post_processing')`),
    index('runs_kind').on(table.kind, table.id),
    index('runs_user').on(table.user_id),
  ],
);

/** A column of whatever belongs to a run. */
export const runId = () =>
  integer()
    .notNull()
    .references(() => runs.id, { onDelete: 'cascade' });

export const runLog = pgTable(
  'run_log',
  {
    run_id: runId(),
    /** From 1 within its run, without a gap. */
    seq: integer().notNull(),
    level: text().$type<LogItem['level']>().notNull(),
    text: text().notNull(),
    /** What a line is of, as the kind says it: a row and its column, a product, a record and its field. */
    of: jsonb().$type<Record<string, unknown>>(),
  },
  table => [
    primaryKey({ columns: [table.run_id, table.seq] }),
    index('run_log_faults')
      .on(table.run_id, sql`((${table.of} ->> 'row')::integer)`)
      .where(sql`${table.level} = 'error'`),
  ],
);
