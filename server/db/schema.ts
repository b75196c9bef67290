import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { ImportStatus } from '#contract/importing.ts';
import { records } from '#contract/records.ts';
import { imageColumns, moment, pictureColumns, recordStamp, searchText, stamp, words } from './columns.ts';
import { imageIndexes, listIndexes, uniqueName } from './indexes.ts';
import { projects, referenceValues } from './settingsSchema.ts';

export * from './settingsSchema.ts';

/**
 * The tables. Columns of records are named as the fields of `contract/records.ts`; their indexes
 * follow from what a collection may be searched, filtered and ordered by.
 */

/** Slugs held by default are in `contract/roles.ts`; from the first start on the database's count. */
export const roles = pgTable('roles', {
  ...stamp(),
  slug: text().notNull().unique(),
  name: words().notNull(),
});

export const rolePermissions = pgTable(
  'role_permissions',
  {
    role: text()
      .notNull()
      .references(() => roles.slug, { onDelete: 'cascade', onUpdate: 'cascade' }),
    slug: text().notNull(),
  },
  table => [primaryKey({ columns: [table.role, table.slug] })],
);

export const users = pgTable(
  'users',
  {
    ...stamp(),
    /** Always lower case. */
    email: text().notNull(),
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

/** Tries that did not succeed, by whatever they are counted for (`server/session/throttle.ts`). */
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

const referenceId = () => integer().references(() => referenceValues.id);
const lifecycle = () =>
  text({ enum: ['draft', 'active', 'archived'] })
    .notNull()
    .default('draft');

export const products = pgTable(
  'products',
  {
    ...recordStamp(),
    name: words().notNull(),
    sku: words(),
    barcode: text(),
    status: lifecycle(),
    brand_id: referenceId(),
    unit_id: referenceId(),
    weight: numeric({ precision: 9, scale: 3, mode: 'number' }),
    price: numeric({ precision: 10, scale: 2, mode: 'number' }),
    by_weight: boolean().notNull().default(false),
    on_sale_from: date({ mode: 'string' }),
    description: text(),
    picture: text(),
    search: searchText(records.nomenclature.search),
  },
  table => [
    uniqueIndex(uniqueName('products', 'sku')).on(table.sku),
    uniqueIndex(uniqueName('products', 'barcode')).on(table.barcode),
    ...listIndexes('products', records.nomenclature, table),
  ],
);

/** What a product costs in a project where it is not the base price. */
export const productPrices = pgTable(
  'product_prices',
  {
    product_id: integer()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    project_id: integer()
      .notNull()
      .references(() => projects.id),
    amount: numeric({ precision: 10, scale: 2, mode: 'number' }).notNull(),
    currency: text({ enum: ['RUB'] })
      .notNull()
      .default('RUB'),
  },
  table => [
    primaryKey({ columns: [table.product_id, table.project_id] }),
    index('product_prices_project').on(table.project_id),
  ],
);

export const models = pgTable(
  'models',
  {
    ...recordStamp(),
    name: words().notNull(),
    code: words(),
    brand_id: referenceId(),
    status: lifecycle(),
    description: text(),
    picture: text(),
    search: searchText(records.catalog.search),
  },
  table => listIndexes('models', records.catalog, table),
);

export const productModels = pgTable(
  'product_models',
  {
    product_id: integer()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    model_id: integer()
      .notNull()
      .references(() => models.id, { onDelete: 'cascade' }),
  },
  table => [
    primaryKey({ columns: [table.product_id, table.model_id] }),
    index('product_models_model').on(table.model_id),
  ],
);

/** Pictures by what they hold. A row stands before its files are written and goes after they are removed. */
export const pictures = pgTable('pictures', pictureColumns(), table => [
  index('pictures_touched_at').on(table.touched_at),
]);

const pictureKey = () =>
  text()
    .notNull()
    .references(() => pictures.key);

export const productImages = pgTable(
  'product_images',
  {
    record_id: integer()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    key: pictureKey(),
    ...imageColumns(),
  },
  table => imageIndexes('product_images', table),
);

export const modelImages = pgTable(
  'model_images',
  {
    record_id: integer()
      .notNull()
      .references(() => models.id, { onDelete: 'cascade' }),
    key: pictureKey(),
    ...imageColumns(),
  },
  table => imageIndexes('model_images', table),
);

/** Runs of the import. At most one is active, whatever processes share the database. */
export const imports = pgTable(
  'imports',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    user_id: integer()
      .notNull()
      .references(() => users.id),
    status: text().$type<ImportStatus>().notNull(),
    /** 0 to 100. */
    progress: integer().notNull().default(0),
    count_new: integer().notNull().default(0),
    count_changed: integer().notNull().default(0),
    count_unchanged: integer().notNull().default(0),
    count_faulty: integer().notNull().default(0),
    file_name: text().notNull(),
    started_at: moment().notNull(),
    finished_at: moment(),
    /** When the worker last said that it is alive. */
    heartbeat_at: moment().notNull(),
  },
  table => [
    uniqueIndex('imports_one_active').on(sql`(true)`).where(sql`${table.status} in ('processing', 'post_processing')`),
    index('imports_started_at').on(table.started_at),
    index('imports_user').on(table.user_id),
  ],
);

export const importLog = pgTable(
  'import_log',
  {
    run_id: integer()
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    /** From 1 within its run. */
    seq: integer().notNull(),
    level: text({ enum: ['info', 'warning', 'error'] }).notNull(),
    text: text().notNull(),
    /** As the spreadsheet counts rows. */
    row: integer(),
    column: text(),
    value: text(),
  },
  table => [primaryKey({ columns: [table.run_id, table.seq] })],
);
