import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { records } from '#contract/records.ts';
import { attributesColumn, collatedText, recordStamp, searchTextColumn } from '../columns.ts';
import { listIndexes } from '../indexes.ts';
import { lifecycle, referenceId } from '../sharedColumns.ts';

export const models = pgTable(
  'models',
  {
    ...recordStamp(),
    name: collatedText().notNull(),
    code: collatedText(),
    brand_id: referenceId(),
    status: lifecycle(),
    description: text(),
    attributes: attributesColumn(),
    picture: text(),
    search: searchTextColumn(records.catalog.search, { withAttributes: true }),
  },
  table => [
    index('models_attributes').using('gin', table.attributes),
    ...listIndexes('models', records.catalog, table),
  ],
);
