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
import { moment, words } from './columns.ts';

/** The trees of categories, one a platform: a part of `schema.ts`. */

/** Raised with each save of a platform's tree; a platform without a row has none yet, and its first version. */
export const categoryTrees = pgTable('category_trees', {
  platform: text().primaryKey(),
  version: integer().notNull().default(1),
  updated_at: moment().notNull().defaultNow(),
  updated_by: integer(),
});

export const categories = pgTable(
  'categories',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    platform: text()
      .notNull()
      .references(() => categoryTrees.platform),
    /** Null at the top. */
    parent_id: integer(),
    name: words().notNull(),
    /** Orders those of one parent; what is put between two others lies between them. */
    position: doublePrecision().notNull(),
  },
  table => [
    unique('categories_platform_id').on(table.platform, table.id),
    // A category stands below one of its own platform.
    foreignKey({
      columns: [table.platform, table.parent_id],
      foreignColumns: [table.platform, table.id] as [AnyPgColumn, AnyPgColumn],
    }).onDelete('cascade'),
    index('categories_order').on(table.platform, table.parent_id, table.position),
    index('categories_parent').on(table.parent_id),
  ],
);
