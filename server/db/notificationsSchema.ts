import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { EditedResource } from '#contract/editing.ts';
import type { NotificationKind } from '#contract/notifications.ts';
import { sessions, users } from './accountsSchema.ts';
import { timestampColumn } from './columns.ts';

export const notifications = pgTable(
  'notifications',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<NotificationKind>().notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    link: text(),
    created_at: timestampColumn().notNull(),
    read_at: timestampColumn(),
  },
  table => [
    index('notifications_user').on(table.user_id, table.id),
    index('notifications_unread').on(table.user_id).where(sql`${table.read_at} is null`),
    index('notifications_created_at').on(table.created_at),
  ],
);

/**
 * Open forms (decision 60). They are stored in the database, because a save may reach a different server process than
 * the form's socket.
 */
export const editing = pgTable(
  'editing',
  {
    session_id: uuid()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    resource: text().$type<EditedResource>().notNull(),
    record_id: integer().notNull(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Renewed while the form is open. If a process crashes, its forms therefore do not stay open forever. */
    expires_at: timestampColumn().notNull(),
    /**
     * Whether the user has already been notified of another user's change. Users get one notification per form rather
     * than one per save.
     */
    is_told: boolean().notNull().default(false),
  },
  table => [
    primaryKey({ columns: [table.session_id, table.resource, table.record_id] }),
    index('editing_record').on(table.resource, table.record_id),
    index('editing_user').on(table.user_id),
  ],
);
