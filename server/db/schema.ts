import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { users } from './accountsSchema.ts';
import { categories } from './categoriesSchema.ts';
import { imageColumns, pictureColumns } from './columns.ts';
import { createImageIndexes } from './indexes.ts';
import { models } from './tables/catalog.ts';
import { products } from './tables/nomenclature.ts';

export * from './accountsSchema.ts';
export * from './batchesSchema.ts';
export * from './categoriesSchema.ts';
export * from './draftsSchema.ts';
export * from './exportProfilesSchema.ts';
export * from './feedsSchema.ts';
export * from './importSchedulesSchema.ts';
export * from './importsSchema.ts';
export * from './installationSchema.ts';
export * from './notificationsSchema.ts';
export * from './processesSchema.ts';
export * from './runsSchema.ts';
export * from './securitySchema.ts';
export * from './sendingSchema.ts';
export * from './settingsSchema.ts';
export * from './tables/catalog.ts';
export * from './tables/matrices.ts';
export * from './tables/nomenclature.ts';

/**
 * The tables that server code refers to by name. The tables of other resources are in the folder `tables`, one file
 * each, which `drizzle.config.ts` also includes. Columns have the names of the record's fields, and indexes are derived
 * from the searches, filters and sort orders of the list.
 */

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

const categoryIdColumn = () =>
  integer()
    .notNull()
    .references(() => categories.id, { onDelete: 'cascade' });

export const productCategories = pgTable(
  'product_categories',
  {
    product_id: integer()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    category_id: categoryIdColumn(),
  },
  table => [
    primaryKey({ columns: [table.product_id, table.category_id] }),
    index('product_categories_category').on(table.category_id),
  ],
);

export const modelCategories = pgTable(
  'model_categories',
  {
    model_id: integer()
      .notNull()
      .references(() => models.id, { onDelete: 'cascade' }),
    category_id: categoryIdColumn(),
  },
  table => [
    primaryKey({ columns: [table.model_id, table.category_id] }),
    index('model_categories_category').on(table.category_id),
  ],
);

/**
 * Pictures by content. The row is inserted before its files are written and deleted after them, so that no file lacks a
 * row.
 */
export const pictures = pgTable('pictures', pictureColumns(), table => [
  index('pictures_touched_at').on(table.touched_at),
]);

const pictureKeyColumn = () =>
  text()
    .notNull()
    .references(() => pictures.key);

/**
 * The versions of imported images as given by their sites, by address, so that an unchanged image is not fetched again.
 * A row is deleted with its picture.
 */
export const imageVersions = pgTable(
  'image_versions',
  {
    /** SHA-256, hexadecimal. */
    address_hash: text().primaryKey(),
    key: text()
      .notNull()
      .references(() => pictures.key, { onDelete: 'cascade' }),
    url: text().notNull(),
    etag: text(),
    last_modified: text(),
  },
  table => [index('image_versions_picture').on(table.key)],
);

export const productImages = pgTable(
  'product_images',
  {
    record_id: integer()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    key: pictureKeyColumn(),
    ...imageColumns(),
  },
  table => createImageIndexes('product_images', table),
);

export const modelImages = pgTable(
  'model_images',
  {
    record_id: integer()
      .notNull()
      .references(() => models.id, { onDelete: 'cascade' }),
    key: pictureKeyColumn(),
    ...imageColumns(),
  },
  table => createImageIndexes('model_images', table),
);

export const avatars = pgTable(
  'avatars',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    user_id: integer()
      .notNull()
      .unique()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: pictureKeyColumn(),
  },
  table => [index('avatars_picture').on(table.key)],
);
