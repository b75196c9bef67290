import { sql } from 'drizzle-orm';
import type { UndoOutcome } from '#contract/undo.ts';
import type { Caller } from '../accounts/session/caller.ts';
import { queryRows } from '../db/database.ts';
import { changes } from '../db/schema.ts';
import type { ServerDeps } from '../http/deps.ts';
import { isKnownEntity } from './parts.ts';
import { emptyOutcome, readPublishedProjects } from './presentOutcome.ts';
import { createChangeVisibility, readBatch } from './readBatch.ts';

/**
 * What a run would take back, counted from what later batches wrote to the same values. Its refusals are only known when
 * it writes: trying it out would take as long as the run.
 */
export const forecastUndo = async (deps: ServerDeps, caller: Caller, batchId: number): Promise<UndoOutcome> => {
  const { at } = await readBatch(deps.db, batchId);
  const rows = await queryRows<{
    entity: string;
    field: string;
    created: number;
    deleted: number;
    total: number;
    since: number;
  }>(
    deps.db,
    sql`select entity, field, count(*)::integer as total,
        (count(*) filter (where field = '' and before is null and after is not null))::integer as created,
        (count(*) filter (where field = '' and before is not null and after is null))::integer as deleted,
        (count(*) filter (where exists (
          select from ${changes} later where later.entity = own.entity and later.record_id = own.record_id
            and (own.field = '' or later.field = '' or later.field = own.field and later.item = own.item) and later.batch_id > own.batch_id
        )))::integer as since
      from ${changes} own where batch_id = ${batchId} group by entity, field`,
  );
  const isVisible = createChangeVisibility(caller);
  const shown = rows.filter(
    ({ entity, field }) =>
      isKnownEntity(entity) && isVisible({ entity, field, record_id: 0, item: '', before: null, after: null }),
  );
  const sum = (all: typeof rows, name: 'created' | 'deleted' | 'total' | 'since') =>
    all.reduce((total, row) => total + row[name], 0);
  const entities = await countEntities(deps, batchId, new Set(shown.map(({ entity }) => entity)));
  return {
    ...emptyOutcome,
    records: entities.reduce((total, { restored, removed, changed }) => total + restored + removed + changed, 0),
    entities,
    back: { total: sum(shown, 'total') - sum(shown, 'since'), items: [] },
    since: { total: sum(shown, 'since'), items: [] },
    hidden: sum(rows, 'total') - sum(shown, 'total'),
    projects: await readPublishedProjects(
      deps.db,
      sql`select distinct entity, record_id as id from ${changes} where batch_id = ${batchId}`,
      at,
    ),
  };
};

const countEntities = async ({ db }: ServerDeps, batchId: number, entities: ReadonlySet<string>) => {
  const rows = await queryRows<UndoOutcome['entities'][number]>(
    db,
    sql`select entity, (count(*) filter (where was and not is_now))::integer as restored,
        (count(*) filter (where is_now and not was))::integer as removed,
        (count(*) filter (where was = is_now and (was or not has_whole)))::integer as changed
      from (
        select entity, record_id, bool_or(field = '') as has_whole,
          bool_or(field = '' and before is not null) as was, bool_or(field = '' and after is not null) as is_now
        from ${changes} where batch_id = ${batchId} group by entity, record_id
      ) records group by entity order by entity`,
  );
  return rows.filter(({ entity }) => entities.has(entity));
};
