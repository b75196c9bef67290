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
import { moment, recordStamp, searchText, words } from './columns.ts';
import { uniqueName } from './indexes.ts';

/** The tables of people, their roles and their sessions: a part of `schema.ts`. */

/** Slugs held by default are in `contract/roles.ts`; from the first start on the database's count. */
export const roles = pgTable(
  'roles',
  {
    ...recordStamp(),
    slug: words().notNull(),
    name: words().notNull(),
    /** One of those of the program; every start makes sure of them. */
    declared: boolean().notNull().default(false),
    search: searchText(records.roles.search),
  },
  table => [unique(uniqueName('roles', 'slug')).on(table.slug)],
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

/** A person as lists name and order them. */
const fullName = `"last_name" || ' ' || "first_name" || coalesce(' ' || "middle_name", '')`;

export const users = pgTable(
  'users',
  {
    ...recordStamp(),
    name: words().notNull().generatedAlwaysAs(sql.raw(fullName)),
    /** Always lower case. */
    email: words().notNull(),
    /** `scrypt$N$r$p$salt$hash`, the last two in base64url (`server/passwords.ts`). */
    password: text().notNull(),
    role: text()
      .notNull()
      .references(() => roles.slug, { onUpdate: 'cascade' }),
    status: text({ enum: ['active', 'blocked'] })
      .notNull()
      .default('active'),
    first_name: words().notNull(),
    last_name: words().notNull(),
    middle_name: words(),
    last_seen: moment(),
    /** The address of the thumbnail of their avatar. */
    avatar: text(),
    search: searchText(records.users.search, { made: { name: fullName } }),
  },
  table => [
    uniqueIndex(uniqueName('users', 'email')).on(sql`lower(${table.email})`),
    index('users_role').on(table.role),
  ],
);

/** What a user holds beside the permissions of their role. */
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

/** Every permission that a user holds, by their role and beside it: the one place that says so. */
export const userRights = pgView('user_rights', { user_id: integer().notNull(), slug: text().notNull() }).as(
  sql`select users.id as user_id, held.slug from users
      join roles on roles.slug = users.role join role_permissions held on held.role_id = roles.id
    union select user_id, slug from user_permissions`,
);

/**
 * A sign-in and its family of refresh tokens; it ends at `expires_at`, or before when `ended_at` is set.
 * One in which somebody acts as another user hangs on their own, and ends with it.
 */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey().defaultRandom(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    created_at: moment().notNull(),
    expires_at: moment().notNull(),
    ended_at: moment(),
    /** The own session of whoever acts as the user; null when it is the user. */
    actor_session_id: uuid().references((): AnyPgColumn => sessions.id, { onDelete: 'cascade' }),
  },
  table => [
    index('sessions_user').on(table.user_id),
    index('sessions_expires_at').on(table.expires_at),
    index('sessions_actor').on(table.actor_session_id),
  ],
);

/** Refresh tokens, never as they are: `hash` is the SHA-256 in base64url. */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    hash: text().primaryKey(),
    session_id: uuid()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    used_at: moment(),
  },
  table => [index('refresh_tokens_session').on(table.session_id)],
);

/** Tokens for one socket connection each. */
export const socketTokens = pgTable(
  'socket_tokens',
  {
    hash: text().primaryKey(),
    session_id: uuid()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    expires_at: moment().notNull(),
  },
  table => [index('socket_tokens_session').on(table.session_id)],
);

/** What leads to a new password: at most one for each user, so that a newer one voids the older. */
export const passwordResets = pgTable('password_resets', {
  user_id: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Of the token in the mail: SHA-256 in base64url. */
  hash: text().notNull().unique(),
  expires_at: moment().notNull(),
});

/** Tries that did not succeed, by whatever they are counted for (`server/accounts/session/throttle.ts`). */
export const throttles = pgTable(
  'throttles',
  {
    /** A hash: people type passwords where the address belongs. */
    key: text().primaryKey(),
    tries: integer().notNull(),
    /** When the next try may come. */
    free_at: moment().notNull(),
    forget_at: moment().notNull(),
  },
  table => [index('throttles_forget_at').on(table.forget_at)],
);

/** First answers to requests that carried an `Idempotency-Key`; `digest` tells a different request apart. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    digest: text().notNull(),
    result: jsonb().$type<unknown>(),
    created_at: moment().notNull(),
  },
  table => [
    primaryKey({ columns: [table.user_id, table.key] }),
    index('idempotency_keys_created_at').on(table.created_at),
  ],
);
