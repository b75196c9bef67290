import { sql } from 'drizzle-orm';
import { boolean, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { records } from '#contract/records.ts';
import { type ReferenceName, referenceCollection, referenceNames } from '#contract/references.ts';
import { attributeKinds } from '#contract/resources/settings/attribute.ts';
import { cafeKinds } from '#contract/resources/settings/cafe.ts';
import { collatedText, recordStamp, searchTextColumn } from './columns.ts';
import { buildUniqueIndexName, createListIndexes } from './indexes.ts';

/** Settings tables have only a few dozen rows each, so their lists need no indexes. */

export const referenceLists = pgTable('reference_lists', {
  ...recordStamp(),
  name: collatedText().notNull(),
  code: text().notNull().unique(),
  declared: boolean().notNull().default(false),
  archived: boolean().notNull().default(false),
  search: searchTextColumn(records['settings/reference'].search),
});

/**
 * Values of all references in one table, so that adding a reference needs no migration. `extra` holds fields specific
 * to one reference.
 */
export const referenceValues = pgTable(
  'reference_values',
  {
    ...recordStamp(),
    reference: text()
      .notNull()
      .references(() => referenceLists.code, { onUpdate: 'cascade' }),
    name: collatedText().notNull(),
    code: collatedText(),
    order: integer(),
    archived: boolean().notNull().default(false),
    extra: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    search: searchTextColumn(['name', 'code']),
  },
  table => [
    uniqueIndex(buildUniqueIndexName('reference_values', 'name')).on(table.reference, sql`lower(${table.name})`),
    ...createListIndexes('reference_values', anyReference, table, table.reference),
  ],
);
const anyReference = referenceCollection(referenceNames[0] as ReferenceName);

export const projects = pgTable('projects', {
  ...recordStamp(),
  code: text().notNull().unique(),
  name: collatedText().notNull(),
  platform: text().notNull(),
  currency: text({ enum: ['RUB'] })
    .notNull()
    .default('RUB'),
  archived: boolean().notNull().default(false),
  search: searchTextColumn(records['settings/project'].search),
});

export const languages = pgTable('languages', {
  ...recordStamp(),
  name: collatedText().notNull(),
  code: text().notNull().unique(),
  order: integer().notNull(),
  archived: boolean().notNull().default(false),
  search: searchTextColumn(records['settings/language'].search),
});

export const barcodePrefixes = pgTable('barcode_prefixes', {
  ...recordStamp(),
  prefix: text().notNull().unique(),
  name: collatedText().notNull(),
  search: searchTextColumn(records['settings/barcode'].search),
});

export const cafes = pgTable('cafes', {
  ...recordStamp(),
  name: collatedText().notNull(),
  kind: text({ enum: cafeKinds }).notNull().default('http'),
  address: text(),
  folder: text(),
  has_key: boolean().notNull().default(false),
  /**
   * Salt from which the cafe's signing key is derived together with a server secret, so that a leaked database cannot
   * be used to sign.
   */
  key_salt: text(),
  archived: boolean().notNull().default(false),
  search: searchTextColumn(records['settings/cafe'].search),
});

export const attributes = pgTable('attributes', {
  ...recordStamp(),
  name: collatedText().notNull(),
  code: text().notNull().unique(),
  kind: text({ enum: attributeKinds }).notNull().default('text'),
  unit: collatedText(),
  reference: text().references(() => referenceLists.code, { onUpdate: 'cascade' }),
  per_language: boolean().notNull().default(false),
  applies_to: text({ enum: ['products', 'models', 'both'] })
    .notNull()
    .default('products'),
  required: boolean().notNull().default(false),
  order: integer().notNull(),
  archived: boolean().notNull().default(false),
  search: searchTextColumn(records['settings/attribute'].search),
});
