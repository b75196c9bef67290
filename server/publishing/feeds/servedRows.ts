import { type SQL, sql } from 'drizzle-orm';

/**
 * Whether `alias` is the visible row of its record in a feed at run `runId`. The visible row was written by that run or
 * an earlier run, and was not superseded by a later run up to `runId`. This way, rows written by a run in progress stay
 * hidden.
 */
export const servedCondition = (table: 'feed_items' | 'feed_failures', alias: string, runId: SQL): SQL => {
  const row = sql.identifier(alias);
  return sql`${row}.since <= ${runId} and not exists (select from ${sql.identifier(table)} later
    where later.project_id = ${row}.project_id and later.entity = ${row}.entity and later.record_id = ${row}.record_id
      and later.since > ${row}.since and later.since <= ${runId})`;
};
