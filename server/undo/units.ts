import { type SQL, sql } from 'drizzle-orm';
import type { Caller } from '../accounts/session/caller.ts';
import { type Database, queryRows } from '../db/database.ts';
import { changes } from '../db/schema.ts';
import { compareEntities } from './entityOrder.ts';
import { formatRecordKey, isKnownEntity, planParts, type UndoPart, type WholeRecords } from './parts.ts';
import { readBatchChanges } from './readBatch.ts';

/**
 * What a run takes back in one transaction: some records of one kind. The same for every attempt of the run, because the
 * batch is complete, the clean-up of the history leaves it alone, and what the caller may see does not divide it.
 */
interface UndoUnit {
  entity: string;
  ids: number[];
}

export interface UnitPlan {
  units: UndoUnit[];
  whole: WholeRecords;
}

const kinds = ['tree', 'deleted', 'changed', 'created'] as const;
type UnitKind = (typeof kinds)[number];

interface BatchRecord {
  entity: string;
  id: number;
  has_whole: boolean;
  was: boolean;
  is: boolean;
}

const findKind = ({ entity, has_whole, was, is }: BatchRecord): UnitKind | 'both' => {
  if (entity === 'categories') return 'tree';
  if (!has_whole || (was && is)) return 'changed';
  return was ? 'deleted' : is ? 'created' : 'both';
};

/** Reads only which records a batch wrote, because all its changes may not fit into memory. */
export const planUnits = async (db: Database, batchId: number, size: number): Promise<UnitPlan> => {
  const records = await queryRows<BatchRecord>(
    db,
    sql`select entity, record_id as id, bool_or(field = '') as has_whole,
        bool_or(field = '' and before is not null) as was, bool_or(field = '' and after is not null) as is
      from ${changes} where batch_id = ${batchId} group by entity, record_id order by entity, record_id`,
  );
  const whole = new Map<string, 'created' | 'deleted' | 'both'>();
  const groups = new Map<string, { kind: UnitKind; entity: string; ids: number[] }>();
  for (const record of records) {
    const kind = findKind(record);
    if (kind !== 'changed' && kind !== 'tree') whole.set(formatRecordKey(record.entity, record.id), kind);
    if (kind === 'both' || !isKnownEntity(record.entity)) continue;
    const key = `${kind} ${record.entity}`;
    const group = groups.get(key) ?? { kind, entity: record.entity, ids: [] };
    groups.set(key, group);
    group.ids.push(record.id);
  }
  const ordered = [...groups.values()].toSorted(
    (group, other) =>
      kinds.indexOf(group.kind) - kinds.indexOf(other.kind) ||
      compareEntities(group.entity, other.entity) * (group.kind === 'created' ? -1 : 1),
  );
  return { units: ordered.flatMap(group => divide(group, group.kind === 'tree' ? group.ids.length : size)), whole };
};

const divide = ({ entity, ids }: UndoUnit, size: number): UndoUnit[] =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_, index) => ({
    entity,
    ids: ids.slice(index * size, (index + 1) * size),
  }));

export const readUnitParts = async (
  db: Database,
  caller: Caller,
  batchId: number,
  { entity, ids }: UndoUnit,
  whole: WholeRecords,
): Promise<UndoPart[]> => {
  const condition: SQL = sql`entity = ${entity} and record_id = any(${sql.param(ids)}::integer[])`;
  return planParts(await readBatchChanges(db, caller, batchId, condition), whole);
};
