import {
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
} from 'drizzle-orm/pg-core';
import { records } from '#contract/records.ts';
import { type Sharing, unshared } from '#contract/sharing.ts';
import { users } from './accountsSchema.ts';
import { categories } from './categoriesSchema.ts';
import { attributeValues, imageColumns, pictureColumns, recordStamp, searchText, words } from './columns.ts';
import { imageIndexes, listIndexes, uniqueName } from './indexes.ts';
import { projects, referenceValues } from './settingsSchema.ts';

export * from './accountsSchema.ts';
export * from './categoriesSchema.ts';
export * from './draftsSchema.ts';
export * from './feedsSchema.ts';
export * from './importsSchema.ts';
export * from './notificationsSchema.ts';
export * from './sendingSchema.ts';
export * from './settingsSchema.ts';

/**
 * The tables. Columns of records are named as the fields of `contract/records.ts`; their indexes
 * follow from what a collection may be searched, filtered and ordered by.
 */

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
    attributes: attributeValues(),
    picture: text(),
    search: searchText(records.nomenclature.search, { withAttributes: true }),
  },
  table => [
    uniqueIndex(uniqueName('products', 'sku')).on(table.sku),
    uniqueIndex(uniqueName('products', 'barcode')).on(table.barcode),
    index('products_attributes').using('gin', table.attributes),
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
    attributes: attributeValues(),
    picture: text(),
    search: searchText(records.catalog.search, { withAttributes: true }),
  },
  table => [
    index('models_attributes').using('gin', table.attributes),
    ...listIndexes('models', records.catalog, table),
  ],
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

const categoryId = () =>
  integer()
    .notNull()
    .references(() => categories.id, { onDelete: 'cascade' });

export const productCategories = pgTable(
  'product_categories',
  {
    product_id: integer()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    category_id: categoryId(),
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
    category_id: categoryId(),
  },
  table => [
    primaryKey({ columns: [table.model_id, table.category_id] }),
    index('model_categories_category').on(table.category_id),
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

/** The face of a user; `id` is what the profile calls it by. */
export const avatars = pgTable(
  'avatars',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    user_id: integer()
      .notNull()
      .unique()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: pictureKey(),
  },
  table => [index('avatars_picture').on(table.key)],
);

export const matrices = pgTable(
  'matrices',
  {
    ...recordStamp(),
    name: words().notNull(),
    code: words(),
    status: lifecycle(),
    /** A user; no foreign key, as with `updated_by`. */
    author: integer(),
    /** Kept by triggers on `matrix_products`, so that it is right whichever way a product leaves. */
    products_count: integer().notNull().default(0),
    starts_on: date({ mode: 'string' }),
    ends_on: date({ mode: 'string' }),
    access: jsonb().$type<Sharing>().notNull().default(unshared),
    search: searchText(records.matrices.search),
  },
  table => [
    uniqueIndex(uniqueName('matrices', 'code')).on(table.code),
    ...listIndexes('matrices', records.matrices, table),
  ],
);

/** Which products are in which matrix, in an order of the matrix's own. */
export const matrixProducts = pgTable(
  'matrix_products',
  {
    matrix_id: integer()
      .notNull()
      .references(() => matrices.id, { onDelete: 'cascade' }),
    product_id: integer()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
  },
  table => [
    primaryKey({ columns: [table.matrix_id, table.product_id] }),
    index('matrix_products_position').on(table.matrix_id, table.position, table.product_id),
    index('matrix_products_product').on(table.product_id),
  ],
);
