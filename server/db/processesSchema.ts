import { sql } from 'drizzle-orm';
import { bigint, integer, pgTable, real, text } from 'drizzle-orm/pg-core';
import { bytewiseText, timestampColumn } from './columns.ts';

/** Without a renewal for so long, three times what it takes, a server counts as dead. */
export const PROCESS_SILENCE_SECONDS = 45;

/** The servers that run on this database. Each renews its row every few seconds and deletes it when it stops. */
export const processes = pgTable('processes', {
  /** Random, because a process on another host may have the same `pid`. */
  id: bytewiseText().primaryKey(),
  host: text().notNull(),
  pid: integer().notNull(),
  build: text().notNull(),
  /** What the process does, separated by commas. */
  roles: text().notNull().default('web,worker'),
  started_at: timestampColumn().notNull(),
  /** By the clock of the database, since those of several hosts differ. */
  seen_at: timestampColumn().notNull().default(sql`now()`),
  /** In bytes. */
  memory: bigint({ mode: 'number' }).notNull(),
  /** The share of the time since the last row in which the process was busy, 0 to 1. */
  busy: real().notNull(),
  /** The ids of the runs that it carries out. */
  runs: integer().array().notNull().default([]),
});

/** The calls of the API that all servers answered, by hour. The hours of the last days are kept. */
export const requestHours = pgTable('request_hours', {
  /** When the hour began. */
  at: timestampColumn().primaryKey(),
  requests: integer().notNull(),
  /** Answered with a status of 500 or above. */
  failed: integer().notNull(),
});
