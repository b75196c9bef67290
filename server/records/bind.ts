import type { AnyPgColumn, PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { Fields } from '#contract/fields.ts';
import type { recordStamp } from '../db/columns.ts';
import type { KeptAs } from './storedAs.ts';
import type { RowRules, WriteRules } from './tableBinding.ts';

/** A field whose values are pairs in a table of their own. */
export interface Link {
  table: PgTable;
  /** This record's id in a pair. */
  own: PgColumn;
  /** The other record's. */
  other: PgColumn;
  /** What a pair is on the wire where it is more than the other's id; named as the table's columns. */
  value?: Record<string, PgColumn>;
}

/** The columns that every record's table has. */
export type RecordTable = PgTable & Record<keyof ReturnType<typeof recordStamp> | 'search', PgColumn>;

/** Where the records of a resource are kept. */
export interface Binding {
  table: RecordTable;
  links: Record<string, Link>;
  /** Which records are for whom, where that is not the same for all of them. */
  rows?: RowRules | undefined;
  /** What else its writes have to keep to. */
  rules?: WriteRules | undefined;
}

type LinkedIn<F extends Fields> = {
  [K in keyof F]: F[K]['kind'] extends KeptAs<'pairs'> ? K : never;
}[keyof F];
type ColumnOf<V> = AnyPgColumn<{ data: NonNullable<V>; notNull: null extends V ? false : true }>;

/** What is wrong with a table, field by field. */
type TableFault<F extends Fields, T> = {
  [N in Exclude<keyof F & string, LinkedIn<F>>]: N extends keyof T
    ? F[N]['kind'] extends KeptAs<'other'>
      ? never
      : T[N] extends ColumnOf<z.output<F[N]['schema']>>
        ? never
        : `column ${N} does not hold what the field holds`
    : `column ${N} is missing`;
}[Exclude<keyof F & string, LinkedIn<F>>];

/**
 * Keeps the records of a resource in a table; one that does not fit its record does not compile. What is wrong is said
 * at `links`, because a message about a table begins with the types of its columns.
 */
export const bind = <F extends Fields, const T extends RecordTable>(
  _record: { fields: F },
  table: T,
  links: { [K in LinkedIn<F>]: Link } & Record<TableFault<F, T>, never>,
  rules: Pick<Binding, 'rows' | 'rules'> = {},
): Binding => ({ table, links, ...rules });
