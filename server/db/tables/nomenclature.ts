import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  date,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { records } from '#contract/records.ts';
import { attributesColumn, collatedText, recordStamp, searchTextColumn } from '../columns.ts';
import { buildUniqueIndexName, createListIndexes } from '../indexes.ts';
import { projects } from '../settingsSchema.ts';
import { lifecycleColumn, referenceIdColumn } from '../sharedColumns.ts';

/**
 * A barcode padded to 14 digits, so that leading zeros make no difference: a GTIN has 14 digits, and shorter codes omit
 * the zeros. Agrees with `listGtinVariants`, except that own codes are padded too.
 */
const gtinSql = (barcode: AnyPgColumn) =>
  sql`(case when length(${barcode}) in (8, 12, 13, 14) then lpad(${barcode}, 14, '0') else ${barcode} end)`;

export const products = pgTable(
  'products',
  {
    ...recordStamp(),
    name: collatedText().notNull(),
    sku: collatedText(),
    barcode: text(),
    status: lifecycleColumn(),
    brand_id: referenceIdColumn(),
    unit_id: referenceIdColumn(),
    weight: numeric({ precision: 9, scale: 3, mode: 'number' }),
    price: numeric({ precision: 10, scale: 2, mode: 'number' }),
    by_weight: boolean().notNull().default(false),
    on_sale_from: date({ mode: 'string' }),
    description: text(),
    attributes: attributesColumn(),
    picture: text(),
    search: searchTextColumn(records.nomenclature.search, { withAttributes: true }),
  },
  table => [
    // By bytes, because an import looks up every row, which takes five times as long by the rules of a language.
    uniqueIndex(buildUniqueIndexName('products', 'sku')).on(sql`${table.sku} collate "C"`),
    uniqueIndex(buildUniqueIndexName('products', 'barcode')).on(gtinSql(table.barcode)),
    index('products_attributes').using('gin', table.attributes),
    ...createListIndexes('products', records.nomenclature, table),
  ],
);

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
