import { is, type SQL, sql } from 'drizzle-orm';
import { type PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { relationFields } from '#contract/drafts.ts';
import { getKindTraits } from '#contract/fields.ts';
import { declaredResources } from '#contract/records.ts';
import { categories, matrixProducts, modelImages, pictures, productImages } from '../db/schema.ts';
import { getStoredKind } from '../records/getStoredKind.ts';
import { getBinding } from '../records/tableBinding.ts';

/** A table of pairs whose rows are recorded as changes of `entity`, one per pair. */
export interface RecordedLink {
  entity: string;
  field: string;
  table: PgTable;
  own: PgColumn;
  other: PgColumn;
  /** Further columns, each with the value of those that are not recorded. */
  columns: Readonly<Record<string, SQL | null>>;
  /** Where the other end is; null if it is not in the database. */
  target: { entity: string; table: PgTable; key: PgColumn } | null;
  /** Whether the record at the other end shows the same pairs. Its changes then contain them too. */
  isMirrored: boolean;
}

const findTarget = (entity: string): NonNullable<RecordedLink['target']> => {
  const table = entity === 'categories' ? categories : getBinding(entity).table;
  return { entity, table, key: table.id };
};

const fieldLinks = declaredResources.map(getBinding).flatMap(({ resource: entity, collection, links }) =>
  Object.entries(links).flatMap(([name, { table, own, other, value = {} }]): RecordedLink[] => {
    const field = collection.fields[name];
    // A view shows what other tables hold.
    if (!field || !is(table, PgTable)) return [];
    const target = getKindTraits(field).target(field);
    const columns = Object.values(value).filter(({ name: column }) => column !== own.name && column !== other.name);
    return [
      {
        entity,
        field: name,
        table,
        own,
        other,
        columns: Object.fromEntries(columns.map(column => [column.name, null])),
        target: target === null ? null : findTarget(target),
        isMirrored: getStoredKind(field).names === 'records',
      },
    ];
  }),
);

const createImageLink = (entity: string, table: typeof productImages | typeof modelImages): RecordedLink => ({
  entity,
  field: relationFields.images,
  table,
  own: table.record_id,
  other: table.key,
  columns: { file_name: null, position: null, is_main: null, alt: null, created_at: sql`to_jsonb(now())` },
  target: { entity: 'pictures', table: pictures, key: pictures.key },
  isMirrored: false,
});

export const recordedLinks: readonly RecordedLink[] = [
  ...fieldLinks,
  createImageLink('nomenclature', productImages),
  createImageLink('catalog', modelImages),
  {
    entity: 'matrices',
    field: relationFields.products,
    table: matrixProducts,
    own: matrixProducts.matrix_id,
    other: matrixProducts.product_id,
    columns: { position: null },
    target: findTarget('nomenclature'),
    isMirrored: false,
  },
];
