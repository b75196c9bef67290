import { type ExtraConfigColumn, index } from 'drizzle-orm/pg-core';
import { type Fields, filterOf } from '#contract/fields.ts';

interface Listed {
  fields: Fields;
  sort: readonly string[];
}
type Columns = Record<string, ExtraConfigColumn>;

/**
 * The indexes that answer a collection's list: one for each order, whose ties go by id and whose
 * empty values come before all others, so that it is read backwards for a descending list; one for
 * each filter that no order covers; trigrams for the search. `within` leads every index of a table
 * that holds several collections.
 */
export const listIndexes = (name: string, { fields, sort }: Listed, table: object, within?: ExtraConfigColumn) => {
  const columns = table as Columns;
  const filtered = Object.entries(fields)
    .filter(([field, { kind }]) => filterOf[kind] && columns[field] && !sort.includes(field))
    .map(([field]) => field);
  const over = (indexName: string, field: string) => {
    const column = columnOf(columns, field).asc().nullsFirst();
    return within
      ? index(indexName).on(within, column, columnOf(columns, 'id'))
      : index(indexName).on(column, columnOf(columns, 'id'));
  };
  return [
    ...sort.map(field => over(`${name}_${field}_sort`, field)),
    ...filtered.map(field => over(`${name}_${field}_filter`, field)),
    index(`${name}_search`).using('gin', columnOf(columns, 'search').op('gin_trgm_ops')),
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
