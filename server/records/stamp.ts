import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Changes } from './recordChanges.ts';

type Stamped = Pick<Changes, 'at' | 'by' | 'actor'>;

/** The columns of a changed record, for an update of its table: its version, and who changed it when. */
export const stampOf = ({ version }: { version: PgColumn }, { at, by, actor }: Stamped) => ({
  version: sql`${version} + 1`,
  updated_at: at,
  updated_by: by,
  acted_by: actor,
});

/** The same as the list of a `set`, for statements in which the table is called `r`. */
export const stampSql = ({ at, by, actor }: Stamped): SQL =>
  sql`version = r.version + 1, updated_at = ${at.toISOString()}::timestamptz, updated_by = ${by}::integer,
    acted_by = ${actor}::integer`;
