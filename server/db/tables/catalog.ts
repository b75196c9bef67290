import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { records } from '#contract/records.ts';
import { attributeValues, recordStamp, searchText, words } from '../columns.ts';
import { listIndexes } from '../indexes.ts';
import { lifecycle, referenceId } from '../sharedColumns.ts';

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
