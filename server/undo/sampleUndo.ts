import { sql } from 'drizzle-orm';
import type { Caller } from '../accounts/session/caller.ts';
import { type Database, queryRows } from '../db/database.ts';
import { changes } from '../db/schema.ts';
import type { ServerDeps } from '../http/deps.ts';
import { readRecords } from '../records/readRecords.ts';
import { getBinding, narrowBinding } from '../records/tableBinding.ts';
import { planParts, type UndoPart, type WholeRecords } from './parts.ts';
import { type RecordedChange, readBatchChanges, visibleOfBatch } from './readBatch.ts';
import { readTouchedSince } from './readTouchedSince.ts';
import { noteBack, type UndoTally } from './tally.ts';
import { tryUndo } from './undoBatch.ts';
import { planUnits } from './units.ts';

/** Records that others have changed since. If there are more, their totals are only estimated. */
const MAX_TOUCHED = 200;
/** Records of each entity besides these. */
const MAX_FIRST = 30;

export interface UndoSample {
  tally: UndoTally;
  /** The changes that the tally is about. */
  changes: RecordedChange[];
  /** Whether all records are among them that others have changed since. */
  isComplete: boolean;
  whole: WholeRecords;
}

interface SampledRecord {
  entity: string;
  id: number;
}

/**
 * Tries a large undo out with some of its records: those that others have changed since, and the first ones. What depends
 * on records beyond them is not tried, because it would be refused: created records may be used by them, and deleted ones
 * may refer to them.
 */
export const sampleUndo = async (deps: ServerDeps, caller: Caller, batchId: number): Promise<UndoSample> => {
  const touched = await readTouchedRecords(deps.db, caller, batchId);
  const sampled = [...touched.slice(0, MAX_TOUCHED), ...(await readFirstRecords(deps.db, caller, batchId))];
  const condition = sql`(entity = 'categories' or (entity, record_id) in (
    select entity, id from jsonb_to_recordset(${JSON.stringify(sampled)}::jsonb) sampled (entity text, id integer)))`;
  const own = await readBatchChanges(deps.db, caller, batchId, condition);
  const { whole } = await planUnits(deps.db, batchId, MAX_TOUCHED);
  const parts = planParts(own, whole);
  const isRestoringOne = countDeletedEntities(whole) <= 1;
  const isTried = ({ kind }: UndoPart): boolean => kind !== 'remove' && (kind !== 'restore' || isRestoringOne);
  const tally = await tryUndo(deps, caller, batchId, parts.filter(isTried));
  // What was not restored may be what they refer to.
  if (!isRestoringOne) tally.refused = [];
  for (const part of parts.filter(part => !isTried(part))) await noteUntried(deps.db, caller, { batchId, part, tally });
  return { tally, changes: own, isComplete: touched.length <= MAX_TOUCHED, whole };
};

const readTouchedRecords = (db: Database, caller: Caller, batchId: number): Promise<SampledRecord[]> =>
  queryRows<SampledRecord>(
    db,
    sql`select entity, record_id as id from (
        select entity, record_id, min(at) as at from ${changes} where ${visibleOfBatch(caller, batchId)}
        group by entity, record_id
      ) own where exists (
        select from ${changes} later where later.entity = own.entity and later.record_id = own.record_id
          and later.batch_id <> ${batchId} and later.at >= own.at
      ) order by entity, record_id limit ${MAX_TOUCHED + 1}`,
  );

const readFirstRecords = (db: Database, caller: Caller, batchId: number): Promise<SampledRecord[]> =>
  queryRows<SampledRecord>(
    db,
    sql`select entity, record_id as id from (
        select entity, record_id, row_number() over (partition by entity order by record_id) as nth
        from (select distinct entity, record_id from ${changes} where ${visibleOfBatch(caller, batchId)}) own
      ) ranked where nth <= ${MAX_FIRST}`,
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
  const present = new Set((await readRecords(db, narrowBinding(getBinding(entity), caller), ids)).map(({ id }) => id));
  const touchedIds = kind === 'remove' ? await readTouchedSince(db, entity, ids, batchId) : new Set<number>();
  for (const [id, ofRecord] of records) {
    const record = ofRecord.find(({ field }) => field === '');
    if (!record) continue;
    if (present.has(id) !== (kind === 'remove')) tally.same += 1;
    else if (touchedIds.has(id)) tally.since.push({ ...record, current: null });
    else noteBack(tally, kind === 'remove' ? 'removed' : 'restored', [record]);
  }
};
