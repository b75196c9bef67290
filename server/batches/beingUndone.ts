import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { runs } from '../db/schema.ts';
import { activeStatuses } from '../jobs/runs.ts';

/** Selects the batches that an undo run goes on with. */
export const batchesBeingUndone: SQL = sql`
  select (${runs.details} ->> 'batch_id')::integer from ${runs}
  where ${and(eq(runs.kind, 'undo'), inArray(runs.status, [...activeStatuses]))}`;
