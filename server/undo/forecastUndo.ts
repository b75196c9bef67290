import { type SQL, sql } from 'drizzle-orm';
import type { ChangeKey, UndoOutcome, UndoPreview } from '#contract/undo.ts';
import type { Caller } from '../accounts/session/caller.ts';
import { countHiddenChanges } from '../batches/readBatchChanges.ts';
import { queryRows } from '../db/database.ts';
import { changes } from '../db/schema.ts';
import type { ServerDeps } from '../http/deps.ts';
import { formatRecordKey } from './parts.ts';
import { emptyOutcome, presentOutcome, readPublishedProjects } from './presentOutcome.ts';
import { type RecordedChange, visibleOfBatch } from './readBatch.ts';
import { sampleUndo, type UndoSample } from './sampleUndo.ts';
import type { UndoneBatch } from './undoBatch.ts';

/**
 * What a run would take back, counted from what later batches wrote to the same values, with the changes of some records
 * (`sampleUndo`). The other refusals are only known when it writes: trying all of it out would take as long as the run.
 * If all tried records of an entity are refused, the others are not counted as going back.
 */
export const forecastUndo = async (
  deps: ServerDeps,
  caller: Caller,
  { id: batchId, at }: UndoneBatch,
): Promise<UndoOutcome & Pick<UndoPreview, 'untried'>> => {
  const visible = visibleOfBatch(caller, batchId);
  const sample = await sampleUndo(deps, caller, batchId);
  const counted = await queryRows<EntityCounts>(deps.db, countSql(visible, batchId, sample.isComplete));
  const hidden = await countHiddenChanges(deps.db, caller, batchId);
  const { back, since, refused } = await presentOutcome(deps.db, caller, sample.tally, { at, hidden });
  const all = counted.map(counts => withSample(counts, sample));
  const promised = all.filter(({ entity }) => !isRefused(sample, entity));
  return {
    ...emptyOutcome,
    records: sum(promised.map(countRecords)),
    entities: promised.flatMap(({ back: _, since: __, ...counts }) => (countRecords(counts) > 0 ? [counts] : [])),
    back: { ...back, total: sum(promised.map(counts => counts.back)) },
    since: { ...since, total: sample.isComplete ? since.total : sum(counted.map(counts => counts.since)) },
    refused,
    hidden,
    projects: await readPublishedProjects(
      deps.db,
      sql`select distinct entity, record_id as id from ${changes} where ${visible}`,
      at,
    ),
    untried: all.flatMap(counts =>
      promised.includes(counts) || countRecords(counts) === 0
        ? []
        : [{ entity: counts.entity, tried: countTried(sample, counts.entity), records: countRecords(counts) }],
    ),
  };
};

type EntityCounts = UndoOutcome['entities'][number] & { back: number; since: number };

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const countRecords = ({ restored, removed, changed }: UndoOutcome['entities'][number]): number =>
  restored + removed + changed;

/** The tried records of an entity are like the others if nobody has changed them since. */
const findLikeOthers = <C extends ChangeKey>(changes: readonly C[], { touchedKeys }: UndoSample, entity: string): C[] =>
  changes.filter(change => change.entity === entity && !touchedKeys.has(formatRecordKey(entity, change.record_id)));

const isRefused = (sample: UndoSample, entity: string): boolean =>
  !sample.tally.ways.has(entity) && findLikeOthers(sample.tally.refused, sample, entity).length > 0;

const countTried = (sample: UndoSample, entity: string): number =>
  new Set(findLikeOthers(sample.changes, sample, entity).map(({ record_id }) => record_id)).size;

const ways = { created: 'removed', deleted: 'restored', both: null } as const;

/** Replaces what was counted of the tried records by what became of them, if `countSql` has counted them. */
const withSample = (counted: EntityCounts, sample: UndoSample): EntityCounts => {
  const { entity } = counted;
  const { tally, whole } = sample;
  const counts = { ...counted };
  const findCounted = (changes: readonly RecordedChange[]): RecordedChange[] =>
    sample.isComplete ? changes.filter(change => change.entity === entity) : findLikeOthers(changes, sample, entity);
  const tried = findCounted(sample.changes);
  for (const id of new Set(tried.map(({ record_id }) => record_id))) {
    const kind = whole.get(formatRecordKey(entity, id));
    const way = kind ? ways[kind] : 'changed';
    if (way && !tally.ways.get(entity)?.has(id)) counts[way] -= 1;
  }
  counts.back += findCounted(tally.back).length - tried.length;
  return counts;
};

/**
 * Each value is compared with the last change of the same value by another batch, and with that of its record. Unless
 * they have been tried, records and values with a later one are not counted as going back.
 */
const countSql = (visible: SQL, batchId: number, isTried: boolean): SQL => sql`
  with own as materialized (
    select entity, record_id, field, item, at, before is not null as was, after is not null as is_now
    from ${changes} where ${visible}
  ), other as materialized (
    select later.entity, later.record_id, later.field, later.item, max(later.at) as at
    from (select entity, record_id, min(at) as at from own group by entity, record_id) record
      join ${changes} later on later.entity = record.entity and later.record_id = record.record_id
        and later.at >= record.at and later.batch_id <> ${batchId}
    group by later.entity, later.record_id, later.field, later.item
  ), of_records as (
    select entity, record_id, max(at) as at, max(at) filter (where field = '') as whole_at
    from other group by entity, record_id
  ), judged as (
    select own.*, coalesce(
      greatest(other.at, case own.field when '' then of_records.at else of_records.whole_at end) >= own.at, false
    ) as is_since
    from own left join other using (entity, record_id, field, item) left join of_records using (entity, record_id)
  ), records as (
    select entity, count(*) as changes, count(*) filter (where is_since) as since, bool_or(field = '') as has_whole,
      bool_or(field = '' and was) as was, bool_or(field = '' and is_now) as is_now,
      not ${isTried} and coalesce(bool_or(is_since) filter (where field = ''), bool_and(is_since)) as stays
    from judged group by entity, record_id
  )
  select entity, sum(since)::integer as since,
    (${isTried ? sql`sum(changes)` : sql`sum(changes - since)`})::integer as back,
    (count(*) filter (where not stays and was and not is_now))::integer as restored,
    (count(*) filter (where not stays and is_now and not was))::integer as removed,
    (count(*) filter (where not stays and was = is_now and (was or not has_whole)))::integer as changed
  from records group by entity order by entity`;
