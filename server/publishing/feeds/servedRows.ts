import { type SQL, sql } from 'drizzle-orm';

/**
 * Whether the row `alias` is the visible one of its record in a feed at run `runId`: written by that run or an earlier
 * one, and not superseded by a later one up to `runId`. Rows of a run in progress stay hidden this way.
 */
export const servedCondition = (table: 'feed_items' | 'feed_failures', alias: string, runId: SQL): SQL => {
  const row = sql.identifier(alias);
  return sql`${row}.since <= ${runId} and not exists (select from ${sql.identifier(table)} later
    where later.project_id = ${row}.project_id and later.entity = ${row}.entity and later.record_id = ${row}.record_id
      and later.since > ${row}.since and later.since <= ${runId})`;
};
