import { type SQL, sql } from 'drizzle-orm';
import type { UndoOutcome } from '#contract/undo.ts';
import type { Caller } from '../accounts/session/caller.ts';
import { countHiddenChanges } from '../batches/readBatchChanges.ts';
import { queryRows } from '../db/database.ts';
import { changes } from '../db/schema.ts';
import type { ServerDeps } from '../http/deps.ts';
import { formatRecordKey } from './parts.ts';
import { emptyOutcome, presentOutcome, readPublishedProjects } from './presentOutcome.ts';
import { visibleOfBatch } from './readBatch.ts';
import { sampleUndo, type UndoSample } from './sampleUndo.ts';
import type { UndoneBatch } from './undoBatch.ts';

/**
 * What a run would take back, counted from what later batches wrote to the same values, with the changes of some records
 * (`sampleUndo`). The other refusals are only known when it writes: trying all of it out would take as long as the run.
 */
export const forecastUndo = async (
  deps: ServerDeps,
  caller: Caller,
  { id: batchId, at }: UndoneBatch,
): Promise<UndoOutcome> => {
  const visible = visibleOfBatch(caller, batchId);
  const [counted] = await queryRows<{ total: number; since: number }>(deps.db, countSql(visible, batchId));
  const { total, since } = counted ?? { total: 0, since: 0 };
  const sample = await sampleUndo(deps, caller, batchId);
  const hidden = await countHiddenChanges(deps.db, caller, batchId);
  const { back, since: changedSince, refused } = await presentOutcome(deps.db, caller, sample.tally, { at, hidden });
  const entities = withoutStaying(await countEntities(deps, visible), sample);
  const backTotal = sample.isComplete ? total - sample.changes.length + back.total : total - since;
  return {
    ...emptyOutcome,
    records: entities.reduce((sum, { restored, removed, changed }) => sum + restored + removed + changed, 0),
    entities,
    back: { ...back, total: backTotal },
    since: { ...changedSince, total: sample.isComplete ? changedSince.total : since },
    refused,
    hidden,
    projects: await readPublishedProjects(
      deps.db,
      sql`select distinct entity, record_id as id from ${changes} where ${visible}`,
      at,
    ),
  };
};

/** Each value is compared with the last change of the same value by another batch, and with that of its record. */
const countSql = (visible: SQL, batchId: number): SQL => sql`
  with own as materialized (
    select entity, record_id, field, item, at from ${changes} where ${visible}
  ), other as materialized (
    select later.entity, later.record_id, later.field, later.item, max(later.at) as at
    from (select entity, record_id, min(at) as at from own group by entity, record_id) record
      join ${changes} later on later.entity = record.entity and later.record_id = record.record_id
        and later.at >= record.at and later.batch_id <> ${batchId}
    group by later.entity, later.record_id, later.field, later.item
  ), records as (
    select entity, record_id, max(at) as at, max(at) filter (where field = '') as whole_at
    from other group by entity, record_id
  )
  select count(*)::integer as total, (count(*) filter (where
      greatest(other.at, case own.field when '' then records.at else records.whole_at end) >= own.at
    ))::integer as since
  from own left join other using (entity, record_id, field, item) left join records using (entity, record_id)`;

const ways = { created: 'removed', deleted: 'restored', both: null } as const;

/** Leaves out the records of which nothing goes back. */
const withoutStaying = (
  entities: readonly UndoOutcome['entities'][number][],
  { tally, changes: sampled, whole }: UndoSample,
): UndoOutcome['entities'] => {
  const left = new Map(entities.map(counts => [counts.entity, { ...counts }]));
  const keys = new Map(sampled.map(change => [formatRecordKey(change.entity, change.record_id), change]));
  for (const [key, { entity, record_id }] of keys) {
    const counts = left.get(entity);
    const kind = whole.get(key);
    const way = kind ? ways[kind] : 'changed';
    if (counts && way && !tally.ways.get(entity)?.has(record_id)) counts[way] -= 1;
  }
  return [...left.values()].filter(({ restored, removed, changed }) => restored + removed + changed > 0);
};

const countEntities = ({ db }: ServerDeps, visible: SQL) =>
  queryRows<UndoOutcome['entities'][number]>(
    db,
    sql`select entity, (count(*) filter (where was and not is_now))::integer as restored,
        (count(*) filter (where is_now and not was))::integer as removed,
        (count(*) filter (where was = is_now and (was or not has_whole)))::integer as changed
      from (
        select entity, record_id, bool_or(field = '') as has_whole,
          bool_or(field = '' and before is not null) as was, bool_or(field = '' and after is not null) as is_now
        from ${changes} where ${visible} group by entity, record_id
      ) records group by entity order by entity`,
  );
