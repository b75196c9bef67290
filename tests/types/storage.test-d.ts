import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { describe, it } from 'vitest';
import type { records } from '#contract/records.ts';
import type { TableOf } from '#server/collections/storage.ts';
import { attributeValues, recordStamp, words } from '#server/db/columns.ts';
import { products } from '#server/db/schema.ts';

// Read by the type checker, never run: each marked line must not compile.

type Fields = typeof records.catalog.fields;
const name = () => words().notNull();
const status = () => text({ enum: ['draft', 'active', 'archived'] }).notNull();
const rest = {
  code: words(),
  brand_id: integer(),
  description: text(),
  attributes: attributeValues(),
  picture: text(),
  search: text(),
};

const whole = pgTable('models', { ...recordStamp(), ...rest, name: name(), status: status() });
const withoutStatus = pgTable('models', { ...recordStamp(), ...rest, name: name() });
const withAnyStatus = pgTable('models', { ...recordStamp(), ...rest, name: name(), status: text().notNull() });
const withEmptyName = pgTable('models', { ...recordStamp(), ...rest, name: words(), status: status() });
const withoutStamp = pgTable('models', { ...rest, name: name(), status: status() });

describe('What a table may not lack', () => {
  it('[X21] a table has a column of the right type for every field of its collection', () => {
    products satisfies TableOf<typeof records.nomenclature.fields>;
    whole satisfies TableOf<Fields>;
    // @ts-expect-error a field has no column
    withoutStatus satisfies TableOf<Fields>;
    // @ts-expect-error the status is one of three words
    withAnyStatus satisfies TableOf<Fields>;
    // @ts-expect-error a required field cannot be empty
    withEmptyName satisfies TableOf<Fields>;
    // @ts-expect-error a record has its stamp
    withoutStamp satisfies TableOf<Fields>;
  });
});
