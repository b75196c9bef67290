import {
  type AnyPgColumn,
  doublePrecision,
  foreignKey,
  index,
  integer,
  pgTable,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { collatedText, timestampColumn } from './columns.ts';

/** A platform without a row has an empty tree at version 1, so that new platforms need no row. */
export const categoryTrees = pgTable('category_trees', {
  platform: text().primaryKey(),
  version: integer().notNull().default(1),
  updated_at: timestampColumn().notNull().defaultNow(),
  updated_by: integer(),
  acted_by: integer(),
});

export const categories = pgTable(
  'categories',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    platform: text()
      .notNull()
      .references(() => categoryTrees.platform),
    parent_id: integer(),
    name: collatedText().notNull(),
    /** Order among siblings. Fractional, so that inserting between two siblings updates only one row. */
    position: doublePrecision().notNull(),
  },
  table => [
    unique('categories_platform_id').on(table.platform, table.id),
    // The composite key keeps a category on its parent's platform, which a key on the id alone would not.
    foreignKey({
      columns: [table.platform, table.parent_id],
      foreignColumns: [table.platform, table.id] as [AnyPgColumn, AnyPgColumn],
    }).onDelete('cascade'),
    index('categories_order').on(table.platform, table.parent_id, table.position),
    index('categories_parent').on(table.parent_id),
  ],
);
