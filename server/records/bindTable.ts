import type { AnyPgColumn, PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { Fields } from '#contract/fields.ts';
import type { recordStamp } from '../db/columns.ts';
import type { KindsStoredAs } from './getStoredKind.ts';
import type { FindTouched, RowRules, WriteRules } from './tableBinding.ts';

export interface LinkBinding {
  table: PgTable;
  own: PgColumn;
  other: PgColumn;
  value?: Record<string, PgColumn>;
}

export interface Membership extends LinkBinding {
  /** Set if the records at the other end show the pairs, so that they change when one is gone. */
  isShownByOther?: boolean;
}

export type RecordTable = PgTable & Record<keyof ReturnType<typeof recordStamp> | 'search', PgColumn>;

export interface BoundTable {
  table: RecordTable;
  links: Record<string, LinkBinding>;
  /** Links that have no field, by the resource they lead to. */
  memberships?: Readonly<Record<string, Membership>> | undefined;
  rows?: RowRules | undefined;
  rules?: WriteRules | undefined;
  touches?: FindTouched | undefined;
}

type LinkedFields<F extends Fields> = {
  [K in keyof F]: F[K]['kind'] extends KindsStoredAs<'pairs'> ? K : never;
}[keyof F];
type ColumnOf<V> = AnyPgColumn<{ data: NonNullable<V>; notNull: null extends V ? false : true }>;

type TableError<F extends Fields, T> = {
  [N in Exclude<keyof F & string, LinkedFields<F>>]: N extends keyof T
    ? F[N]['kind'] extends KindsStoredAs<'other'>
      ? never
      : T[N] extends ColumnOf<z.output<F[N]['schema']>>
        ? never
        : `column ${N} does not hold what the field holds`
    : `column ${N} is missing`;
}[Exclude<keyof F & string, LinkedFields<F>>];

/**
 * Binds a resource to its table; a mismatch does not compile. The mismatch is reported on `links`, because an error on
 * `table` would start with pages of column types.
 */
export const bindTable = <F extends Fields, const T extends RecordTable>(
  _record: { fields: F },
  table: T,
  links: { [K in LinkedFields<F>]: LinkBinding } & Record<TableError<F, T>, never>,
  rules: Pick<BoundTable, 'memberships' | 'rows' | 'rules' | 'touches'> = {},
): BoundTable => ({ table, links, ...rules });
