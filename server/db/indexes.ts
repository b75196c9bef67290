import { sql } from 'drizzle-orm';
import { type ExtraConfigColumn, index, uniqueIndex } from 'drizzle-orm/pg-core';
import { type Fields, type Kind, kindOf } from '#contract/fields.ts';

interface Listed {
  fields: Fields;
  sort: readonly string[];
}
type Columns = Record<string, ExtraConfigColumn>;

/** Kinds whose empty values people look for: the goods that still lack a picture or a description. */
const soughtWithout: ReadonlySet<Kind> = new Set(['picture', 'longText'] satisfies Kind[]);

/**
 * The indexes that answer a collection's list: one for each order, whose ties go by id and whose
 * empty values come before all others, so that it is read backwards for a descending list; one for
 * each filter that no order covers; what lacks a picture or a long text in the default order; trigrams for the search.
 * `within` leads every index of a table that holds several collections.
 */
export const listIndexes = (name: string, { fields, sort }: Listed, table: object, within?: ExtraConfigColumn) => {
  const columns = table as Columns;
  const filtered = Object.entries(fields)
    .filter(([field, { kind }]) => kindOf({ kind }).filter && columns[field] && !sort.includes(field))
    .map(([field]) => field);
  const over = (indexName: string, field: string) => {
    const column = columnOf(columns, field).asc().nullsFirst();
    return within
      ? index(indexName).on(within, column, columnOf(columns, 'id'))
      : index(indexName).on(column, columnOf(columns, 'id'));
  };
  const lacking = Object.entries(fields).flatMap(([field, { kind }]) =>
    soughtWithout.has(kind) && columns[field] ? [field] : [],
  );
  const [byDefault = 'id'] = sort;
  return [
    ...lacking.map(field =>
      index(`${name}_${field}_none`)
        .on(columnOf(columns, byDefault).asc().nullsFirst(), columnOf(columns, 'id'))
        .where(sql`${columnOf(columns, field)} is null`),
    ),
    ...sort.map(field => over(`${name}_${field}_sort`, field)),
    ...filtered.map(field => over(`${name}_${field}_filter`, field)),
    index(`${name}_search`).using('gin', columnOf(columns, 'search').op('gin_trgm_ops')),
  ];
};

/** A picture stands on a record once, and one of them is the main one. */
export const imageIndexes = (name: string, table: object) => {
  const columns = table as Columns;
  return [
    uniqueIndex(uniqueName(name, 'key')).on(columnOf(columns, 'record_id'), columnOf(columns, 'key')),
    uniqueIndex(`${name}_main`)
      .on(columnOf(columns, 'record_id'))
      .where(sql`${columnOf(columns, 'is_main')}`),
    index(`${name}_picture`).on(columnOf(columns, 'key')),
  ];
};

/** The name of the unique index of a field, by which a violation finds its field again. */
export const uniqueName = (table: string, field: string): string => `${table}_${field}_unique`;

/** The field whose unique index has this name, or null. */
export const uniqueField = (table: string, constraint: string): string | null => {
  const [prefix, suffix] = [`${table}_`, '_unique'];
  if (!constraint.startsWith(prefix) || !constraint.endsWith(suffix)) return null;
  return constraint.slice(prefix.length, -suffix.length);
};

const columnOf = (columns: Columns, field: string): ExtraConfigColumn => {
  const column = columns[field];
  if (!column) throw new Error(`no column "${field}" to make an index of`);
  return column;
};
