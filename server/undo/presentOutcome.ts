import { type SQL, sql } from 'drizzle-orm';
import { MAX_NAMED_CHANGES, type UndoOutcome } from '#contract/undo.ts';
import type { Caller } from '../accounts/session/caller.ts';
import { type Database, queryRows } from '../db/database.ts';
import { describeFailure } from '../drafts/describeFailure.ts';
import { readTrashRecords } from '../drafts/restoreRecords.ts';
import { servedCondition } from '../publishing/feeds/servedRows.ts';
import { toHit } from '../records/hit.ts';
import { readRecords } from '../records/readRecords.ts';
import { getBinding, narrowBinding } from '../records/tableBinding.ts';
import { filterVisibleFields } from '../records/visibleFields.ts';
import type { UndoTally } from './tally.ts';

/** Samples of what goes back, so that the preview stays small. */
const MAX_SAMPLES = 20;

/** @param at the time of the batch */
export const presentOutcome = async (
  db: Database,
  caller: Caller,
  { ways, back, since, refused, same }: UndoTally,
  { at, hidden }: { at: string; hidden: number },
): Promise<UndoOutcome> => {
  const shown = {
    back: back.slice(0, MAX_SAMPLES),
    since: since.slice(0, MAX_NAMED_CHANGES),
    refused: refused.slice(0, MAX_NAMED_CHANGES),
  };
  const nameOf = await createNames(db, caller, Object.values(shown).flat());
  const addName = <C extends { entity: string; record_id: number }>(change: C) => ({ ...change, name: nameOf(change) });
  return {
    records: [...ways.values()].reduce((total, records) => total + records.size, 0),
    entities: [...ways].map(([entity, records]) => {
      const count = (way: string) => [...records.values()].filter(one => one === way).length;
      return { entity, restored: count('restored'), removed: count('removed'), changed: count('changed') };
    }),
    back: { total: back.length, items: shown.back.map(addName) },
    since: { total: since.length, items: shown.since.map(addName) },
    refused: {
      total: refused.length,
      items: shown.refused.map(({ failure, ...change }) => ({
        ...addName(change),
        message: describeFailure(change.entity, failure),
      })),
    },
    same,
    hidden,
    projects: await readPublishedProjects(db, toRecordsSql(ways), at),
  };
};

interface NamedRecord {
  entity: string;
  record_id: number;
}

/** The caller's names of records, or of those in the trash. What they may not see has only its number. */
export const createNames = async (
  db: Database,
  caller: Caller,
  changes: readonly NamedRecord[],
): Promise<(change: NamedRecord) => string> => {
  const names = new Map<string, string>();
  const keyOf = ({ entity, record_id }: NamedRecord): string => `${entity} ${record_id}`;
  for (const entity of new Set(changes.map(change => change.entity))) {
    const ids = [...new Set(changes.flatMap(change => (change.entity === entity ? [change.record_id] : [])))];
    if (entity === 'categories') {
      for (const { id, name } of await readCategoryNames(db, ids)) names.set(keyOf({ entity, record_id: id }), name);
      continue;
    }
    const binding = narrowBinding(getBinding(entity), caller);
    const records = [...(await readTrashRecords(db, binding, ids)), ...(await readRecords(db, binding, ids))];
    for (const record of records.map(filterVisibleFields(caller, binding.collection)))
      names.set(keyOf({ entity, record_id: record.id }), toHit(binding.collection, record).name);
  }
  return change => names.get(keyOf(change)) ?? `№ ${change.record_id}`;
};

const readCategoryNames = (db: Database, ids: readonly number[]) =>
  queryRows<{ id: number; name: string }>(
    db,
    sql`select record_id as id, row ->> 'name' as name from trash
        where entity = 'categories' and record_id = any(${sql.param([...ids])}::integer[])
      union all select id, name from categories where id = any(${sql.param([...ids])}::integer[])`,
  );

/**
 * The projects whose feeds contain these records as the batch left them or later. What is published stays so until the
 * next publication.
 */
export const readPublishedProjects = (db: Database, recordsSql: SQL, at: string): Promise<UndoOutcome['projects']> =>
  queryRows<{ id: number; name: string; records: number }>(
    db,
    sql`select projects.id, projects.name, count(*)::integer as records
      from feeds join projects on projects.id = feeds.project_id
        join feed_items item on item.project_id = feeds.project_id
        join (${recordsSql}) undone on undone.entity = item.entity and undone.id = item.record_id
      where feeds.published_at > ${at}::timestamptz and ${servedCondition('feed_items', 'item', sql`feeds.run_id`)}
      group by projects.id, projects.name order by projects.name, projects.id`,
  );
const toRecordsSql = (ways: UndoTally['ways']): SQL => {
  const records = [...ways].flatMap(([entity, ofEntity]) => [...ofEntity.keys()].map(id => ({ entity, id })));
  return sql`select * from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) listed (entity text, id integer)`;
};

export const emptyOutcome: UndoOutcome = {
  records: 0,
  entities: [],
  back: { total: 0, items: [] },
  since: { total: 0, items: [] },
  refused: { total: 0, items: [] },
  same: 0,
  hidden: 0,
  projects: [],
};
