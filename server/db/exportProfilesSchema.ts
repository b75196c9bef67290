import { sql } from 'drizzle-orm';
import { integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { ExportContent, ExportResource } from '#contract/exportProfiles.ts';
import { collatedText, jsonColumn, timestampColumn } from './columns.ts';

/** The partners' templates with which lists are exported. All users who export share them. */
export const exportProfiles = pgTable(
  'export_profiles',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    resource: text().$type<ExportResource>().notNull(),
    name: collatedText().notNull(),
    file: jsonColumn().$type<ExportContent['file']>().notNull(),
    columns: jsonColumn().$type<ExportContent['columns']>().notNull(),
    updated_at: timestampColumn().notNull(),
    /** No foreign keys, so that profiles outlive accounts. */
    updated_by: integer().notNull(),
    acted_by: integer(),
  },
  table => [uniqueIndex('export_profiles_name').on(table.resource, sql`lower(${table.name})`)],
);
