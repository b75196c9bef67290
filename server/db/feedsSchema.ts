import { index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import type { PublishedEntity, SyncErrorKind } from '#contract/synchronization.ts';
import { jsonColumn, timestampColumn } from './columns.ts';
import { runIdColumn } from './runsSchema.ts';
import { projects } from './settingsSchema.ts';

const projectIdColumn = () =>
  integer()
    .notNull()
    .references(() => projects.id, { onDelete: 'cascade' });
export const syncRunProjects = pgTable(
  'sync_run_projects',
  {
    run_id: runIdColumn(),
    project_id: projectIdColumn(),
    published: integer().notNull().default(0),
    removed: integer().notNull().default(0),
    faulty: integer().notNull().default(0),
  },
  table => [
    primaryKey({ columns: [table.run_id, table.project_id] }),
    index('sync_run_projects_project').on(table.project_id),
  ],
);

/** The first publication or the first key creates the row, so a project may have none. */
export const feeds = pgTable('feeds', {
  project_id: integer()
    .primaryKey()
    .references(() => projects.id, { onDelete: 'cascade' }),
  /** Null before the first publication. Rows written by later runs are not served yet. */
  run_id: integer(),
  published_at: timestampColumn(),
  drafts_run_id: integer().notNull().default(0),
  /** Incremented by each run that changed the feed's content, so that shops know when to read it again. */
  version: integer().notNull().default(0),
  changed_at: timestampColumn(),
  /**
   * A digest of the settings that the published content depends on. If it differs, everything is published again. Null
   * once changes that the feed has not received have left the history.
   */
  settings: text(),
  /** SHA-256 of the feed key in base64url. The key itself is not stored, so that a leaked database opens no feeds. */
  key_hash: text(),
  /**
   * The number of items that the feed serves, and of records that could not be published. Maintained by the runs,
   * because counting the rows takes too long for a request.
   */
  records_count: integer().notNull().default(0),
  categories_count: integer().notNull().default(0),
  failed_count: integer().notNull().default(0),
});

const recordColumns = () => ({
  entity: text().$type<PublishedEntity>().notNull(),
  record_id: integer().notNull(),
  /**
   * The run that wrote the row. The row becomes valid when its feed reaches that run, and stays valid until a later row
   * of the same record does. This way a run becomes visible all at once.
   */
  since: integer().notNull(),
  delta: smallint().notNull().default(0),
});

/**
 * Feed content (decision 58), including the content written by a run that is still in progress. Null content means that
 * the record was removed.
 */
export const feedItems = pgTable(
  'feed_items',
  { project_id: projectIdColumn(), ...recordColumns(), content: jsonColumn() },
  table => [
    primaryKey({ columns: [table.project_id, table.entity, table.record_id, table.since] }),
    index('feed_items_since').on(table.since, table.project_id, table.entity, table.record_id),
  ],
);

/**
 * Records that could not be published to a project, with their errors, or that must be checked again (`{}`). Null when
 * the record is no longer waiting.
 */
export const feedFailures = pgTable(
  'feed_failures',
  { project_id: projectIdColumn(), ...recordColumns(), faults: text().$type<SyncErrorKind>().array() },
  table => [
    primaryKey({ columns: [table.project_id, table.entity, table.record_id, table.since] }),
    index('feed_failures_since').on(table.since, table.project_id, table.entity, table.record_id),
  ],
);

/**
 * Records that changed during a run, collected by a trigger, so that only these have to be checked at the end of the
 * run.
 */
export const syncTouched = pgTable('sync_touched', {
  entity: text().$type<PublishedEntity>().notNull(),
  record_id: integer().notNull(),
});
