import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { describe, it } from 'vitest';
import { records } from '#contract/records.ts';
import { attributesColumn, collatedText, recordStamp } from '#server/db/columns.ts';
import { modelCategories, productModels } from '#server/db/schema.ts';
import { bindTable } from '#server/records/bindTable.ts';

// Read by the type checker, never run: each marked line must not compile.

const name = () => collatedText().notNull();
const status = () => text({ enum: ['draft', 'active', 'archived'] }).notNull();
const rest = {
  code: collatedText(),
  brand_id: integer(),
  description: text(),
  attributes: attributesColumn(),
  picture: text(),
  search: text(),
};

const whole = pgTable('models', { ...recordStamp(), ...rest, name: name(), status: status() });
const withoutStatus = pgTable('models', { ...recordStamp(), ...rest, name: name() });
const withAnyStatus = pgTable('models', { ...recordStamp(), ...rest, name: name(), status: text().notNull() });
const withEmptyName = pgTable('models', { ...recordStamp(), ...rest, name: collatedText(), status: status() });
const withoutStamp = pgTable('models', { ...rest, name: name(), status: status() });

describe('What a table may not lack', () => {
  it('[X21] a table has a column of the right type for every field of its record', () => {
    const links = {
      product_ids: { table: productModels, own: productModels.model_id, other: productModels.product_id },
      categories: { table: modelCategories, own: modelCategories.model_id, other: modelCategories.category_id },
    };
    bindTable(records.catalog, whole, links);
    // @ts-expect-error column status is missing
    bindTable(records.catalog, withoutStatus, links);
    // @ts-expect-error column status does not hold what the field holds: it is one of three words
    bindTable(records.catalog, withAnyStatus, links);
    // @ts-expect-error column name does not hold what the field holds: it cannot be empty
    bindTable(records.catalog, withEmptyName, links);
    // @ts-expect-error a record has its stamp
    bindTable(records.catalog, withoutStamp, links);
    // @ts-expect-error the pairs of the categories are missing
    bindTable(records.catalog, whole, { product_ids: links.product_ids });
  });
});
