import { sql } from 'drizzle-orm';
import { type ExtraConfigColumn, index, uniqueIndex } from 'drizzle-orm/pg-core';
import { type Fields, getKindTraits, type Kind } from '#contract/fields.ts';

interface IndexedCollection {
  fields: Fields;
  sort: readonly string[];
}
type Columns = Record<string, ExtraConfigColumn>;

/**
 * Staff look for records without a value of these kinds, such as products without a picture. Each kind gets a partial
 * index, so that this filter does not scan the table.
 */
const kindsSearchedByAbsence: ReadonlySet<Kind> = new Set(['picture', 'longText'] satisfies Kind[]);

/**
 * How much new text may wait to be indexed. Every search reads all of it, which by default is up to 4 MB while a table is
 * imported.
 */
const PENDING_LIST_KB = 256;

/**
 * Indexes for a collection's list. There is an index for each sort order (with ties by id and nulls first, so that it
 * can be scanned backwards for descending order) and for each filter that no sort order covers. In addition, there are
 * partial indexes for missing pictures and long texts, and a trigram index for the search.
 * @param extraColumns leading column, for a table that holds several collections
 */
export const createListIndexes = (
  name: string,
  { fields, sort }: IndexedCollection,
  table: object,
  extraColumns?: ExtraConfigColumn,
) => {
  const columns = table as Columns;
  const filtered = Object.entries(fields)
    .filter(([field, { kind }]) => getKindTraits({ kind }).filter && columns[field] && !sort.includes(field))
    .map(([field]) => field);
  const indexOver = (indexName: string, field: string) => {
    const column = getColumn(columns, field).asc().nullsFirst();
    return extraColumns
      ? index(indexName).on(extraColumns, column, getColumn(columns, 'id'))
      : index(indexName).on(column, getColumn(columns, 'id'));
  };
  const fieldsSearchedByAbsence = Object.entries(fields).flatMap(([field, { kind }]) =>
    kindsSearchedByAbsence.has(kind) && columns[field] ? [field] : [],
  );
  return [
    // In no order, because comparing names takes most of the time of adding a record. Few matches are sorted, and many are
    // soon found in order.
    ...fieldsSearchedByAbsence.map(field =>
      index(`${name}_${field}_none`)
        .on(getColumn(columns, 'id'))
        .where(sql`${getColumn(columns, field)} is null`),
    ),
    ...sort.map(field => indexOver(`${name}_${field}_sort`, field)),
    ...filtered.map(field => indexOver(`${name}_${field}_filter`, field)),
    index(`${name}_search`)
      .using('gin', getColumn(columns, 'search').op('gin_trgm_ops'))
      .with({ gin_pending_list_limit: PENDING_LIST_KB }),
  ];
};

/**
 * Ensures that a picture occurs only once in a record and that a record has only one main picture, even if uploads run
 * concurrently.
 */
export const createImageIndexes = (name: string, table: object) => {
  const columns = table as Columns;
  return [
    uniqueIndex(buildUniqueIndexName(name, 'key')).on(getColumn(columns, 'record_id'), getColumn(columns, 'key')),
    uniqueIndex(`${name}_main`)
      .on(getColumn(columns, 'record_id'))
      .where(sql`${getColumn(columns, 'is_main')}`),
    index(`${name}_picture`).on(getColumn(columns, 'key')),
  ];
};

/** Name of a field's unique index. `findUniqueIndexField` maps it back, so that a violation is reported at the field. */
export const buildUniqueIndexName = (table: string, field: string): string => `${table}_${field}_unique`;

export const findUniqueIndexField = (table: string, constraint: string): string | null => {
  const [prefix, suffix] = [`${table}_`, '_unique'];
  if (!constraint.startsWith(prefix) || !constraint.endsWith(suffix)) return null;
  return constraint.slice(prefix.length, -suffix.length);
};

const getColumn = (columns: Columns, field: string): ExtraConfigColumn => {
  const column = columns[field];
  if (!column) throw new Error(`no column "${field}" to make an index of`);
  return column;
};
