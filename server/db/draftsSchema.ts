import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from './accountsSchema.ts';
import { bytewise, json, moment } from './columns.ts';

/** The tables of drafts: a part of `schema.ts`. What is in them is written by triggers (decision 54). */

export const drafts = pgTable(
  'drafts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Null once the person is gone. */
    manager_id: integer().references(() => users.id, { onDelete: 'set null' }),
    status: text({ enum: ['current', 'history'] })
      .notNull()
      .default('current'),
    created_at: moment().notNull().defaultNow(),
    closed_at: moment(),
    /** The run that published it. */
    run_id: integer(),
    /** Counted once a draft is closed; of a current one, and until then, they are read from its changes. */
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

/** What differs, at the end of a draft, from how it was before it: one row a field, or a pair of a field. */
export const draftChanges = pgTable(
  'draft_changes',
  {
    /** No foreign key: an import would pay for it with each row, and only the triggers write here. */
    draft_id: integer().notNull(),
    /** A resource, or `categories`. */
    entity: bytewise().notNull(),
    record_id: integer().notNull(),
    /** Empty for the record itself, made (no `before`) or removed (no `after`); an attribute's is `attributes.<code>`. */
    field: bytewise().notNull(),
    /** What a pair links to: an id, or the key of a picture. Empty for a value of the record's own. */
    item: bytewise().notNull(),
    before: json(),
    after: json(),
    at: moment().notNull().defaultNow(),
  },
  table => [
    primaryKey({ columns: [table.draft_id, table.entity, table.record_id, table.field, table.item] }),
    index('draft_changes_record').on(table.entity, table.record_id, table.draft_id),
    index('draft_changes_picture').on(table.item).where(sql`${table.field} = 'images'`),
  ],
);
