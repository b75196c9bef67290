import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { PendingChanges } from './recordChanges.ts';

type StampSource = Pick<PendingChanges, 'at' | 'by' | 'actor'>;

export const createStamp = ({ version }: { version: PgColumn }, { at, by, actor }: StampSource) => ({
  version: sql`${version} + 1`,
  updated_at: at,
  updated_by: by,
  acted_by: actor,
});

/** The same as a SET list, for statements that alias the table as `r`. */
export const stampSql = ({ at, by, actor }: StampSource): SQL =>
  sql`version = r.version + 1, updated_at = ${at.toISOString()}::timestamptz, updated_by = ${by}::integer,
    acted_by = ${actor}::integer`;
