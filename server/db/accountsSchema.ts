import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  pgView,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { records } from '#contract/records.ts';
import type { Locale } from '#i18n/messages.ts';
import { collatedText, recordStamp, searchTextColumn, timestampColumn } from './columns.ts';
import { buildUniqueIndexName } from './indexes.ts';

/**
 * Initial permissions come from `contract/roles.ts`. After the first start the database is authoritative, since admins
 * may change them.
 */
export const roles = pgTable(
  'roles',
  {
    ...recordStamp(),
    slug: collatedText().notNull(),
    name: collatedText().notNull(),
    /**
     * Whether the role is declared in code. Such roles are restored at every start, because code refers to them by
     * slug.
     */
    declared: boolean().notNull().default(false),
    search: searchTextColumn(records.roles.search),
  },
  table => [unique(buildUniqueIndexName('roles', 'slug')).on(table.slug)],
);

export const rolePermissions = pgTable(
  'role_permissions',
  {
    role_id: integer()
      .notNull()
      .references(() => roles.id, { onDelete: 'cascade' }),
    slug: text().notNull(),
  },
  table => [primaryKey({ columns: [table.role_id, table.slug] })],
);

const fullName = `"last_name" || ' ' || "first_name" || coalesce(' ' || "middle_name", '')`;

export const users = pgTable(
  'users',
  {
    ...recordStamp(),
    name: collatedText().notNull().generatedAlwaysAs(sql.raw(fullName)),
    /** Always lower case, so that sign-in ignores case. */
    email: collatedText().notNull(),
    password: text().notNull(),
    role: text()
      .notNull()
      .references(() => roles.slug, { onUpdate: 'cascade' }),
    status: text({ enum: ['active', 'blocked'] })
      .notNull()
      .default('active'),
    first_name: collatedText().notNull(),
    last_name: collatedText().notNull(),
    middle_name: collatedText(),
    last_seen: timestampColumn(),
    /** The interface language at the last sign-in or refresh. E-mails to the user are written in this language. */
    language: text().$type<Locale>(),
    avatar: text(),
    search: searchTextColumn(records.users.search, { expressions: { name: fullName } }),
  },
  table => [
    uniqueIndex(buildUniqueIndexName('users', 'email')).on(sql`lower(${table.email})`),
    index('users_role').on(table.role),
  ],
);

export const userPermissions = pgTable(
  'user_permissions',
  {
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    slug: text().notNull(),
  },
  table => [primaryKey({ columns: [table.user_id, table.slug] })],
);

/**
 * Effective permissions of each user, from the role and their own. All checks read this view, so that they cannot
 * disagree.
 */
export const userRights = pgView('user_rights', { user_id: integer().notNull(), slug: text().notNull() }).as(
  sql`select users.id as user_id, held.slug from users
      join roles on roles.slug = users.role join role_permissions held on held.role_id = roles.id
    union select user_id, slug from user_permissions`,
);

/**
 * An impersonation session depends on the impersonator's own session and ends with it, so that signing out ends both.
 */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey().defaultRandom(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    created_at: timestampColumn().notNull(),
    expires_at: timestampColumn().notNull(),
    ended_at: timestampColumn(),
    actor_session_id: uuid().references((): AnyPgColumn => sessions.id, { onDelete: 'cascade' }),
  },
  table => [
    index('sessions_user').on(table.user_id),
    index('sessions_expires_at').on(table.expires_at),
    index('sessions_actor').on(table.actor_session_id),
  ],
);

/** Refresh tokens. Only the SHA-256 (base64url) is stored, so that a leaked database does not open sessions. */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    hash: text().primaryKey(),
    session_id: uuid()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    used_at: timestampColumn(),
  },
  table => [index('refresh_tokens_session').on(table.session_id)],
);

export const socketTokens = pgTable(
  'socket_tokens',
  {
    hash: text().primaryKey(),
    session_id: uuid()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    expires_at: timestampColumn().notNull(),
  },
  table => [index('socket_tokens_session').on(table.session_id)],
);

/** Password reset links. Each user has at most one, so that a newer link invalidates the older link. */
export const passwordResets = pgTable('password_resets', {
  user_id: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Only the SHA-256 (base64url) of the e-mailed token, so that nobody can reset passwords with a leaked database. */
  hash: text().notNull().unique(),
  expires_at: timestampColumn().notNull(),
});

export const throttles = pgTable(
  'throttles',
  {
    /** Hashed, because users sometimes type a password into the e-mail field. */
    key: text().primaryKey(),
    tries: integer().notNull(),
    free_at: timestampColumn().notNull(),
    forget_at: timestampColumn().notNull(),
  },
  table => [index('throttles_forget_at').on(table.forget_at)],
);

/** `digest` detects a reused key with a different request, which must not get the stored result. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    digest: text().notNull(),
    result: jsonb().$type<unknown>(),
    created_at: timestampColumn().notNull(),
  },
  table => [
    primaryKey({ columns: [table.user_id, table.key] }),
    index('idempotency_keys_created_at').on(table.created_at),
  ],
);
