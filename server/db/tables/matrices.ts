import { date, index, integer, jsonb, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core';
import { records } from '#contract/records.ts';
import { emptySharing, type Sharing } from '#contract/sharing.ts';
import { collatedText, recordStamp, searchTextColumn } from '../columns.ts';
import { buildUniqueIndexName, createListIndexes } from '../indexes.ts';
import { lifecycleColumn } from '../sharedColumns.ts';
import { products } from './nomenclature.ts';

export const matrices = pgTable(
  'matrices',
  {
    ...recordStamp(),
    name: collatedText().notNull(),
    code: collatedText(),
    status: lifecycleColumn(),
    /** User id without a foreign key, for the same reason as `updated_by`. */
    author: integer(),
    /** Maintained by triggers on `matrix_products`, so that it stays correct even when a product is deleted. */
    products_count: integer().notNull().default(0),
    starts_on: date({ mode: 'string' }),
    ends_on: date({ mode: 'string' }),
    access: jsonb().$type<Sharing>().notNull().default(emptySharing),
    search: searchTextColumn(records.matrices.search),
  },
  table => [
    uniqueIndex(buildUniqueIndexName('matrices', 'code')).on(table.code),
    ...createListIndexes('matrices', records.matrices, table),
  ],
);

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
