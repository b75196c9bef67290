import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from './accountsSchema.ts';
import { bytewiseText, jsonColumn, timestampColumn } from './columns.ts';

export const drafts = pgTable(
  'drafts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    manager_id: integer().references(() => users.id, { onDelete: 'set null' }),
    status: text({ enum: ['current', 'history'] })
      .notNull()
      .default('current'),
    created_at: timestampColumn().notNull().defaultNow(),
    closed_at: timestampColumn(),
    run_id: integer(),
    /**
     * Filled in after a draft is closed, because counting a large draft takes too long for a list; until then computed
     * from its changes.
     */
    changes_count: integer(),
    products_count: integer(),
    errors_count: integer(),
  },
  table => [
    uniqueIndex('drafts_one_current').on(table.manager_id).where(sql`${table.status} = 'current'`),
    index('drafts_list').on(table.status, table.id),
    index('drafts_manager').on(table.manager_id),
    index('drafts_run').on(table.run_id),
  ],
);

/**
 * The net difference made by a draft. It has one row per field or linked pair, regardless of the number of edits,
 * because only the result is worth reviewing.
 */
export const draftChanges = pgTable(
  'draft_changes',
  {
    /** No foreign key, because checking it would slow down every imported row. Only triggers write here. */
    draft_id: integer().notNull(),
    entity: bytewiseText().notNull(),
    record_id: integer().notNull(),
    /**
     * Empty for the record itself, created (no `before`) or deleted (no `after`); `attributes.<code>` for an attribute.
     */
    field: bytewiseText().notNull(),
    item: bytewiseText().notNull(),
    before: jsonColumn(),
    after: jsonColumn(),
    at: timestampColumn().notNull().defaultNow(),
    acted_by: integer().default(sql`change_actor()`),
  },
  table => [
    primaryKey({ columns: [table.draft_id, table.entity, table.record_id, table.field, table.item] }),
    index('draft_changes_record').on(table.entity, table.record_id, table.draft_id),
    index('draft_changes_actor').on(table.draft_id, table.acted_by).where(sql`${table.acted_by} is not null`),
    index('draft_changes_picture').on(table.item).where(sql`${table.field} = 'images'`),
  ],
);
