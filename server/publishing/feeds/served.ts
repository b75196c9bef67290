import { type SQL, sql } from 'drizzle-orm';

/**
 * Whether a row `alias` of a feed's table counts in a feed that is at the run `at`: the run or an earlier one wrote it,
 * and none of them wrote a later one of the same record.
 */
export const isServed = (table: 'feed_items' | 'feed_failures', alias: string, at: SQL): SQL => {
  const row = sql.identifier(alias);
  return sql`${row}.since <= ${at} and not exists (select from ${sql.identifier(table)} later
    where later.project_id = ${row}.project_id and later.entity = ${row}.entity and later.record_id = ${row}.record_id
      and later.since > ${row}.since and later.since <= ${at})`;
};
