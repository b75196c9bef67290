import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import type { LinkBinding } from './bindTable.ts';
import type { TableBinding } from './tableBinding.ts';

export const selectLinkedPairs = (
  db: Database,
  { table }: TableBinding,
  { table: pairs, own }: LinkBinding,
  condition?: SQL,
) =>
  db
    .select({ one: sql`1` })
    .from(pairs)
    .where(and(eq(own, table.id), condition));
