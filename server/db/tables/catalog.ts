import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { records } from '#contract/records.ts';
import { attributesColumn, collatedText, recordStamp, searchTextColumn } from '../columns.ts';
import { createListIndexes } from '../indexes.ts';
import { lifecycleColumn, referenceIdColumn } from '../sharedColumns.ts';

export const models = pgTable(
  'models',
  {
    ...recordStamp(),
    name: collatedText().notNull(),
    code: collatedText(),
    brand_id: referenceIdColumn(),
    status: lifecycleColumn(),
    description: text(),
    attributes: attributesColumn(),
    picture: text(),
    search: searchTextColumn(records.catalog.search, { withAttributes: true }),
  },
  table => [
    index('models_attributes').using('gin', table.attributes),
    ...createListIndexes('models', records.catalog, table),
  ],
);
