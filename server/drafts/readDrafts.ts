import { and, desc, eq, gt, type SQL, sql } from 'drizzle-orm';
import {
  type Draft,
  type DraftEntity,
  type DraftSummary,
  type HistoryStatus,
  MAX_CHANGES_PER_DRAFT,
  MAX_CHANGES_PER_FIELD,
  type RecordChanges,
  relationFields,
} from '#contract/drafts.ts';
import type { Caller } from '../accounts/session/caller.ts';
import { type Database, queryRows } from '../db/database.ts';
import { draftChanges, drafts, users } from '../db/schema.ts';
import { translate } from '../translate.ts';
import { countExpressions, filledDraftCondition } from './closeDrafts.ts';
import { type ChangeRow, presentChanges } from './presentChanges.ts';
import { visibleChangesCondition } from './visibleChanges.ts';

const currentDraftCondition = eq(drafts.status, 'current');

/** Stored counts for closed drafts. Computed for open ones, whose contents still change. */
const countColumn = (name: keyof typeof countExpressions): SQL<number> =>
  sql<number>`coalesce(${drafts[name]}, ${countExpressions[name]})`;

/**
 * The users who changed the draft while impersonating its author. Read from an index that contains only such batches.
 */
const actorsSql = sql<DraftSummary['acted_by']>`array(
  select json_build_object('id', acted.by, 'name', coalesce(first_name || ' ' || last_name, ${translate('goneUser')}))
  from (
    select distinct acted_by as by from batches
    where user_id = ${drafts.manager_id} and acted_by is not null and exists (
      select from changes where batch_id = batches.id and draft_id = ${drafts.id}
    )
  ) acted
    left join users on users.id = acted.by order by acted.by)`;

const selectDraftHeads = (db: Database, condition: SQL | undefined) =>
  db
    .select({
      id: drafts.id,
      manager_id: users.id,
      first: users.first_name,
      last: users.last_name,
      status: drafts.status,
      created_at: drafts.created_at,
      closed_at: drafts.closed_at,
      run_id: drafts.run_id,
      changes_count: countColumn('changes_count'),
      products_count: countColumn('products_count'),
      errors_count: sql<number>`coalesce(${drafts.errors_count}, 0)`,
      acted_by: actorsSql,
    })
    .from(drafts)
    .leftJoin(users, eq(users.id, drafts.manager_id))
    .where(condition)
    .orderBy(desc(drafts.id))
    .$dynamic();

const toDraftHead = ({
  manager_id,
  first,
  last,
  created_at,
  closed_at,
  ...head
}: Awaited<ReturnType<typeof selectDraftHeads>>[number]): DraftSummary => ({
  ...head,
  manager: manager_id === null ? null : { id: manager_id, name: `${first} ${last}` },
  created_at: created_at.toISOString(),
  closed_at: closed_at?.toISOString() ?? null,
});

export const readCurrentDraft = async (db: Database, managerId: number): Promise<DraftSummary | null> => {
  const [head] = await selectDraftHeads(
    db,
    and(currentDraftCondition, eq(drafts.manager_id, managerId), filledDraftCondition),
  );
  return head ? toDraftHead(head) : null;
};

export const readCurrentDrafts = async (db: Database, caller: Caller): Promise<Draft[]> =>
  addPreview(db, caller, await selectDraftHeads(db, and(currentDraftCondition, filledDraftCondition)));

interface HistoryQuery {
  page: number;
  per_page: number;
}

const statusConditions: Record<HistoryStatus, SQL | undefined> = {
  history: eq(drafts.status, 'history'),
  clean: and(eq(drafts.status, 'history'), eq(drafts.errors_count, 0)),
  faulty: and(eq(drafts.status, 'history'), gt(drafts.errors_count, 0)),
  current: and(currentDraftCondition, filledDraftCondition),
};

export const readHistory = async (
  db: Database,
  caller: Caller,
  {
    page,
    per_page,
    user,
    status = 'history',
  }: HistoryQuery & { user?: number | undefined; status?: HistoryStatus | undefined },
) => {
  const condition = and(statusConditions[status], user === undefined ? undefined : eq(drafts.manager_id, user));
  const draftHeads = await selectDraftHeads(db, condition)
    .limit(per_page)
    .offset((page - 1) * per_page);
  const total = await db.$count(drafts, condition);
  return { items: await addPreview(db, caller, draftHeads), total, page, per_page };
};

export const readManagers = (db: Database) =>
  queryRows<{ id: number; name: string }>(
    db,
    sql`select id, first_name || ' ' || last_name as name from users
      where exists (select from drafts where manager_id = users.id) order by last_name, first_name, id`,
  );

const addPreview = async (
  db: Database,
  caller: Caller,
  rows: Awaited<ReturnType<typeof selectDraftHeads>>,
): Promise<Draft[]> => {
  const result: Draft[] = [];
  for (const row of rows) {
    const preview = await queryRows<ChangeRow>(
      db,
      sql`select entity, record_id, field, item, before, after, at, acted_by, 1 as total, false as is_reverted from draft_changes
        where draft_id = ${row.id} and ${visibleChangesCondition(caller)}
        order by draft_id, entity, record_id, field, item limit ${MAX_CHANGES_PER_DRAFT}`,
    );
    const changes = (await presentChanges(db, caller, preview)).flatMap(({ entity, record_id, name, fields }) =>
      fields.flatMap(({ field, changes: fieldChanges }) =>
        fieldChanges.map(({ item, before, after }) => ({ entity, record_id, name, field, item, before, after })),
      ),
    );
    result.push({ ...toDraftHead(row), changes });
  }
  return result;
};

interface RecordKey {
  draft_id: number;
  entity: DraftEntity;
  record_id: number;
}

/**
 * Whether the latest change to the same value, in any draft, restored the value from before this change. The position
 * of a restored picture does not matter.
 */
const isRevertedSql = sql<boolean>`(
  select case when ranked.field = ${relationFields.images} and (ranked.before is null) <> (ranked.after is null)
      then (latest.after is null) = (ranked.before is null)
      else latest.after is not distinct from ranked.before end
    from draft_changes latest
    where (latest.entity, latest.record_id, latest.field, latest.item)
      = (ranked.entity, ranked.record_id, ranked.field, ranked.item)
    order by latest.at desc, latest.draft_id desc limit 1)`;

/** Changes to these records, limited per field in SQL so that a bulk change is not loaded in full. */
const readChanges = async (
  db: Database,
  caller: Caller,
  keys: readonly RecordKey[],
): Promise<Map<RecordKey, ChangeRow[]>> => {
  const column = (name: keyof RecordKey) => sql.param(keys.map(key => key[name]));
  const rows = await queryRows<ChangeRow & { place: string }>(
    db,
    sql`select ranked.*, ${isRevertedSql} as is_reverted from (
        select asked.place, entity, record_id, field, item, before, after, at, acted_by,
          row_number() over fields as nth, count(*) over fields_whole::integer as total
        from unnest(${column('draft_id')}::integer[], ${column('entity')}::text[], ${column('record_id')}::integer[])
          with ordinality asked (draft, of_entity, of_record, place)
        cross join lateral (
          select * from draft_changes
          where draft_id = asked.draft and entity = asked.of_entity and record_id = asked.of_record
            and ${visibleChangesCondition(caller)}
          offset 0
        ) net
        window fields as (partition by asked.place, field order by item), fields_whole as (partition by asked.place, field)
      ) ranked where nth <= ${MAX_CHANGES_PER_FIELD} order by place, field, nth`,
  );
  const rowsByKey = new Map<RecordKey, ChangeRow[]>(keys.map(key => [key, []]));
  for (const { place, ...row } of rows) {
    const key = keys[Number(place) - 1];
    if (key) rowsByKey.get(key)?.push(row);
  }
  return rowsByKey;
};

/** Null when the draft does not exist. */
export const readDraftChanges = async (
  db: Database,
  caller: Caller,
  draft_id: number,
  { page, per_page, entity }: HistoryQuery & { entity?: DraftEntity | undefined },
) => {
  const draftCount = await db.$count(drafts, eq(drafts.id, draft_id));
  if (draftCount === 0) return null;
  const visibleCondition = and(eq(draftChanges.draft_id, draft_id), visibleChangesCondition(caller));
  const condition = and(visibleCondition, entity && eq(draftChanges.entity, entity));
  const keys = await queryRows<RecordKey>(
    db,
    sql`select ${draft_id}::integer as draft_id, entity, record_id from draft_changes where ${condition}
      group by entity, record_id order by max(at) desc, entity, record_id
      limit ${per_page} offset ${(page - 1) * per_page}`,
  );
  const [counts] = await queryRows<{ total: number; hidden: number }>(
    db,
    sql`select (select count(*)::integer from (select distinct entity, record_id from draft_changes where ${condition}) records) as total,
      (select count(*)::integer from draft_changes where draft_id = ${draft_id} and not coalesce(${visibleChangesCondition(caller)}, false)) as hidden`,
  );
  const rows = [...(await readChanges(db, caller, keys)).values()].flat();
  const items: RecordChanges[] = await presentChanges(db, caller, rows);
  return { items, total: counts?.total ?? 0, hidden: counts?.hidden ?? 0, page, per_page };
};

export const readRecordChanges = async (
  db: Database,
  caller: Caller,
  { entity, record_id, page, per_page }: HistoryQuery & Omit<RecordKey, 'draft_id'>,
) => {
  const condition = and(
    eq(draftChanges.entity, entity),
    eq(draftChanges.record_id, record_id),
    visibleChangesCondition(caller),
  );
  const keys = await queryRows<RecordKey & { total: number }>(
    db,
    sql`select draft_id, entity, record_id, count(*) over ()::integer as total from draft_changes where ${condition}
      group by draft_id, entity, record_id order by draft_id desc limit ${per_page} offset ${(page - 1) * per_page}`,
  );
  const draftHeads = new Map(
    (await selectDraftHeads(db, sql`${drafts.id} = any(${sql.param(keys.map(key => key.draft_id))}::integer[])`)).map(
      row => [row.id, toDraftHead(row)],
    ),
  );
  const items: { draft: DraftSummary; record: RecordChanges }[] = [];
  for (const [{ draft_id }, rows] of await readChanges(db, caller, keys)) {
    const draft = draftHeads.get(draft_id);
    const [record] = await presentChanges(db, caller, rows);
    if (draft && record) items.push({ draft, record });
  }
  return { items, total: keys[0]?.total ?? 0, page, per_page };
};
