import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { ScheduleContent, ScheduleReading, ScheduleSource, ScheduleTime } from '#contract/importSchedules.ts';
import { jsonColumn, timestampColumn } from './columns.ts';
import { importProfiles, preparedImports } from './importsSchema.ts';
import { runs } from './runsSchema.ts';

/** A file in a folder as the last reading found it. Times are in ms. */
export interface SeenFile {
  size: number;
  mtime: number;
  /** When the file was first seen in this state. */
  at: number;
  /** Whether the file has been read, in which case it need not be read again unless it changes. */
  isDone: boolean;
}

/** Where the tables of a profile come from and when. User ids have no foreign keys, as with profiles. */
export const importSchedules = pgTable(
  'import_schedules',
  {
    profile_id: integer()
      .primaryKey()
      .references(() => importProfiles.id, { onDelete: 'cascade' }),
    source: jsonColumn().$type<ScheduleSource>().notNull(),
    time: jsonColumn().$type<ScheduleTime>().notNull(),
    starts: boolean().notNull(),
    /** The author of imports that start automatically. */
    set_by: integer().notNull(),
    acted_by: integer(),
    set_at: timestampColumn().notNull(),
    next_at: timestampColumn().notNull(),
    /** Identifies the reading that is in progress. A reading may write only as long as this is its id. */
    reading: text(),
    /** The time until which the reading counts as alive. Its process keeps extending this time. */
    reading_until: timestampColumn(),
    seen: jsonColumn().$type<Readonly<Record<string, SeenFile>>>().notNull(),
    etag: text(),
    last_modified: text(),
    /** Consecutive readings that failed. */
    failures: integer().notNull().default(0),
    last: jsonColumn().$type<ScheduleReading | null>(),
  },
  table => [index('import_schedules_next_at').on(table.next_at)],
);

/**
 * The tables that were taken for a profile. They are kept as long as the profile, so that the same content is not taken
 * again.
 */
export const takenTables = pgTable(
  'import_taken_tables',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    profile_id: integer()
      .notNull()
      .references(() => importProfiles.id, { onDelete: 'cascade' }),
    /** SHA-256 of the content, hexadecimal. */
    hash: text().notNull(),
    name: text().notNull(),
    taken_at: timestampColumn().notNull(),
    state: text().$type<'checking' | 'waiting' | 'started' | 'idle' | 'refused'>().notNull(),
    why: jsonColumn().$type<string[]>().notNull(),
    prepared_id: integer().references(() => preparedImports.id, { onDelete: 'set null' }),
    run_id: integer().references(() => runs.id, { onDelete: 'set null' }),
  },
  table => [
    uniqueIndex('import_taken_tables_hash').on(table.profile_id, table.hash),
    index('import_taken_tables_prepared').on(table.prepared_id),
  ],
);

/** Changes to schedules, for the history of their profiles. User ids have no foreign keys, as with profiles. */
export const importScheduleChanges = pgTable(
  'import_schedule_changes',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    profile_id: integer()
      .notNull()
      .references(() => importProfiles.id, { onDelete: 'cascade' }),
    at: timestampColumn().notNull(),
    changed_by: integer().notNull(),
    acted_by: integer(),
    /** Null if there was no schedule: `before` if the schedule was added, `after` if it was removed. */
    before: jsonColumn().$type<ScheduleContent | null>(),
    after: jsonColumn().$type<ScheduleContent | null>(),
  },
  table => [index('import_schedule_changes_profile').on(table.profile_id, table.id)],
);
