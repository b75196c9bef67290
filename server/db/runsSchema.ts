import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { LogItem } from '#contract/importing.ts';
import { timestampColumn } from './columns.ts';

export const runKinds = ['import', 'sending', 'publication', 'undo'] as const;
export type RunKind = (typeof runKinds)[number];

/** Only imports have `post_processing`, which §4 requires. */
export const runStatuses = ['processing', 'post_processing', 'finished', 'canceled', 'failed'] as const;
export type RunStatus = (typeof runStatuses)[number];

/** The partial index allows one active run per kind, across all processes that share the database. */
export const runs = pgTable(
  'runs',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text().$type<RunKind>().notNull(),
    /** A user id without a foreign key, so that runs outlive accounts. */
    user_id: integer().notNull(),
    acted_by: integer(),
    status: text().$type<RunStatus>().notNull(),
    progress: integer().notNull().default(0),
    counts: jsonb().$type<Record<string, number>>().notNull().default({}),
    details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    started_at: timestampColumn().notNull(),
    finished_at: timestampColumn(),
    /** Renewed by the process that executes the run or cleans up after it. If it is stale, the process has died. */
    heartbeat_at: timestampColumn().notNull(),
    /**
     * The number of processes that have worked on the run. A process from an earlier attempt may not write any more.
     */
    attempt: integer().notNull().default(1),
    /** How many processes have died with the run. Negative while a process that lives on has given it up. */
    deaths: integer().notNull().default(0),
    /**
     * False until the cleanup is done, which a crash may interrupt. The cleanup deletes superseded rows and counts the
     * contents of a publication's drafts.
     */
    is_tidy: boolean().notNull().default(false),
  },
  table => [
    uniqueIndex('runs_one_active').on(table.kind).where(sql`${table.status} in ('processing', 'post_processing')`),
    index('runs_kind').on(table.kind, table.id),
    index('runs_user').on(table.user_id),
    index('runs_started_at').on(table.started_at),
  ],
);

export const runIdColumn = () =>
  integer()
    .notNull()
    .references(() => runs.id, { onDelete: 'cascade' });

export const runLog = pgTable(
  'run_log',
  {
    run_id: runIdColumn(),
    seq: integer().notNull(),
    level: text().$type<LogItem['level']>().notNull(),
    text: text().notNull(),
    of: jsonb().$type<Record<string, unknown>>(),
  },
  table => [
    primaryKey({ columns: [table.run_id, table.seq] }),
    index('run_log_rows')
      .on(table.run_id, sql`((${table.of} ->> 'row')::integer)`)
      .where(sql`((${table.of} ->> 'row')::integer) is not null`),
  ],
);
