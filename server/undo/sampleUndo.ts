import { type SQL, sql } from 'drizzle-orm';
import type { Caller } from '../accounts/session/caller.ts';
import { type Database, queryRows } from '../db/database.ts';
import { changes } from '../db/schema.ts';
import type { ServerDeps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';
import { readRecords } from '../records/readRecords.ts';
import { canEdit, getBinding, narrowBinding } from '../records/tableBinding.ts';
import { formatRecordKey, planParts, type UndoPart, type WholeRecords } from './parts.ts';
import { type RecordedChange, readBatchChanges, visibleOfBatch } from './readBatch.ts';
import { readTouchedSince } from './readTouchedSince.ts';
import { noteBack, noteRefused, type UndoTally } from './tally.ts';
import { tryUndo } from './undoBatch.ts';
import { refuseForbidden } from './undoParts.ts';
import { planUnits } from './units.ts';

/**
 * At most so many of the records that others have changed since are tried. If there are more, the rest of them is
 * assumed to stay, because trying takes as long as the undo itself.
 */
const MAX_TOUCHED = 200;
/** Records of each entity besides these. */
const MAX_FIRST = 30;

export interface UndoSample {
  tally: UndoTally;
  /** The changes that were tried. */
  changes: RecordedChange[];
  /** Whether every record that others have changed since was tried. */
  isComplete: boolean;
  /** The tried records that others have changed since. */
  touchedKeys: ReadonlySet<string>;
  whole: WholeRecords;
}

interface SampledRecord {
  entity: string;
  id: number;
  is_touched: boolean;
}

/**
 * Tries a large undo out with some of its records: those that others have changed since, and the first ones. What depends
 * on records beyond them is not tried, because it would be refused: created records may be used by them, and deleted ones
 * may refer to them.
 */
export const sampleUndo = async (deps: ServerDeps, caller: Caller, batchId: number): Promise<UndoSample> => {
  const touched = await readTouchedRecords(deps.db, caller, batchId);
  const isComplete = touched.length <= MAX_TOUCHED;
  const sampled = [...touched.slice(0, MAX_TOUCHED), ...(await readFirstRecords(deps.db, caller, batchId))];
  const condition = sql`(entity, record_id) in (
    select entity, id from jsonb_to_recordset(${JSON.stringify(sampled)}::jsonb) sampled (entity text, id integer))`;
  const own = await readBatchChanges(deps.db, caller, batchId, condition);
  const { whole } = await planUnits(deps.db, batchId, MAX_TOUCHED);
  const tally = await trySample(deps, caller, batchId, { changes: own, whole });
  const touchedKeys = new Set(
    sampled.flatMap(({ entity, id, is_touched }) => (is_touched ? [formatRecordKey(entity, id)] : [])),
  );
  return { tally, changes: own, isComplete, touchedKeys, whole };
};

const trySample = async (
  deps: ServerDeps,
  caller: Caller,
  batchId: number,
  { changes, whole }: { changes: readonly RecordedChange[]; whole: WholeRecords },
): Promise<UndoTally> => {
  const parts = planParts(changes, whole);
  const isRestoringOne = countDeletedEntities(whole) <= 1;
  const isTried = ({ kind }: UndoPart): boolean => kind !== 'remove' && (kind !== 'restore' || isRestoringOne);
  const tally = await tryUndo(deps, caller, batchId, parts.filter(isTried));
  // What was not restored may be what they refer to.
  if (!isRestoringOne) tally.refused = [];
  for (const part of parts.filter(part => !isTried(part)))
    await noteUntried(deps.db, caller, { batchId, part: refuseForbidden({ caller, tally }, part), tally });
  return tally;
};

/** Whether others have changed a record since, of which `own` is the first change. */
const isTouchedSql = (batchId: number): SQL => sql`exists (
  select from ${changes} later where later.entity = own.entity and later.record_id = own.record_id
    and later.batch_id <> ${batchId} and later.at >= own.at
)`;

const recordsOfBatchSql = (caller: Caller, batchId: number): SQL => sql`
  select entity, record_id, min(at) as at from ${changes} where ${visibleOfBatch(caller, batchId)}
  group by entity, record_id`;

const readTouchedRecords = (db: Database, caller: Caller, batchId: number): Promise<SampledRecord[]> =>
  queryRows<SampledRecord>(
    db,
    sql`select entity, record_id as id, true as is_touched from (${recordsOfBatchSql(caller, batchId)}) own
      where ${isTouchedSql(batchId)} order by entity, record_id limit ${MAX_TOUCHED + 1}`,
  );

/** With all categories, because a tree is put back as a whole. */
const readFirstRecords = (db: Database, caller: Caller, batchId: number): Promise<SampledRecord[]> =>
  queryRows<SampledRecord>(
    db,
    sql`select entity, record_id as id, ${isTouchedSql(batchId)} as is_touched from (
        select *, row_number() over (partition by entity order by record_id) as nth
        from (${recordsOfBatchSql(caller, batchId)}) records
      ) own where nth <= ${MAX_FIRST} or entity = 'categories'`,
  );

const countDeletedEntities = (whole: WholeRecords): number =>
  new Set([...whole].flatMap(([key, kind]) => (kind === 'deleted' ? [key.slice(0, key.lastIndexOf(' '))] : []))).size;

interface UntriedPart {
  batchId: number;
  part: UndoPart;
  tally: UndoTally;
}

const noteUntried = async (
  db: Database,
  caller: Caller,
  { batchId, part: { kind, entity, records }, tally }: UntriedPart,
): Promise<void> => {
  const ids = [...records.keys()];
  const binding = narrowBinding(getBinding(entity), caller);
  const present = new Map((await readRecords(db, binding, ids)).map(record => [record.id, record]));
  const touchedIds = kind === 'remove' ? await readTouchedSince(db, entity, ids, batchId) : new Set<number>();
  for (const [id, ofRecord] of records) {
    const record = ofRecord.find(({ field }) => field === '');
    if (!record) continue;
    const current = present.get(id);
    if (Boolean(current) !== (kind === 'remove')) tally.same += 1;
    else if (current && !canEdit(binding, current, null)) noteRefused(tally, record, new ApiFailure('forbidden'));
    else if (touchedIds.has(id)) tally.since.push({ ...record, current: null });
    else noteBack(tally, kind === 'remove' ? 'removed' : 'restored', [record]);
  }
};
