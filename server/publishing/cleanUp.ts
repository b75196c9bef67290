import { sql } from 'drizzle-orm';
import { batchPace, withPause } from '../db/batchPace.ts';
import { queryRows } from '../db/database.ts';
import type { ServerDeps } from '../http/deps.ts';

interface LastRow {
  project_id: number;
  entity: string;
  record_id: number;
}

/**
 * Deletes the rows that a published run has superseded, a few at a time, to leave time for other queries. Then deletes
 * the deletion markers. @throws when aborted, in which case it can be repeated
 */
export const cleanUp = async (deps: ServerDeps, runId: number, signal: AbortSignal): Promise<void> => {
  for (const [name, value] of [
    ['feed_items', 'content'],
    ['feed_failures', 'faults'],
  ] as const) {
    const table = sql.identifier(name);
    const { rows } = batchPace[deps.databaseKind];
    for (let last: LastRow | undefined = { project_id: 0, entity: '', record_id: 0 }; last; ) {
      signal.throwIfAborted();
      const { project_id, entity, record_id } = last;
      const slice: LastRow[] = await withPause(deps, () =>
        queryRows<LastRow>(
          deps.db,
          sql`with slice as (
            select project_id, entity, record_id from ${table} where since = ${runId}
              and (project_id, entity, record_id) > (${project_id}::integer, ${entity}::text, ${record_id}::integer)
            order by project_id, entity, record_id limit ${rows}
          ), gone as (
            delete from ${table} old using slice where old.project_id = slice.project_id and old.entity = slice.entity
              and old.record_id = slice.record_id and old.since < ${runId}
          )
          select * from slice order by project_id, entity, record_id`,
        ),
      );
      last = slice.at(-1);
    }
    await deps.db.execute(sql`delete from ${table} where since = ${runId} and ${sql.identifier(value)} is null`);
  }
};
