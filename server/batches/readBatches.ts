import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import {
  type Batch,
  type BatchDetails,
  type BatchFilter,
  type BatchSummary,
  type batchEndpoints,
  MAX_CHART_DAYS,
  MAX_COUNTED_BATCHES,
} from '#contract/batches.ts';
import { listPriceFields } from '#contract/priceChanges.ts';
import { getCollection } from '#contract/records.ts';
import type { Caller } from '../accounts/session/caller.ts';
import { type Database, queryPreparedRows, queryRows } from '../db/database.ts';
import { batches } from '../db/schema.ts';
import { type NamesByResource, type Person, readNames, readPeople } from '../drafts/names.ts';
import { summarySql } from '../drafts/summary.ts';
import { canSeeEntity, listHiddenFields } from '../drafts/visibleChanges.ts';
import { ApiFailure } from '../http/errors.ts';
import { translate } from '../translate.ts';
import { batchConditions, isUnpublishedSql, personConditions } from './batchFilter.ts';

type ListQuery = z.output<typeof batchEndpoints.list.query>;

const latestFirst = sql`order by at desc, id desc`;

/** Selects columns of matching batches; each way in which a person can occur is limited on its own. */
const matchingSql = (caller: Caller, filter: BatchFilter, { columns, end }: Record<'columns' | 'end', SQL>): SQL => {
  const condition = batchConditions(caller, filter);
  const selects = personConditions(filter).map(
    person => sql`select ${columns} from ${batches} where ${and(person, condition) ?? sql`true`} ${end}`,
  );
  const [only, ...others] = selects;
  return only && others.length === 0
    ? only
    : sql`select ${columns} from (${sql.join(
        selects.map(select => sql`(${select})`),
        sql` union `,
      )}) ways ${end}`;
};

/** The batches are counted only if there may be more of them than those read. */
export const readBatches = async (db: Database, caller: Caller, { page, per_page, ...filter }: ListQuery) => {
  const offset = (page - 1) * per_page;
  const end = sql`${latestFirst} limit ${offset + per_page}`;
  const found = matchingSql(caller, filter, { columns: sql`id, at`, end });
  const ids = await queryRows<{ id: number }>(
    db,
    sql`select id from (${found}) found ${latestFirst} limit ${per_page} offset ${offset}`,
  );
  const isLastPage = ids.length < per_page && (ids.length > 0 || page === 1);
  const [items, total] = await Promise.all([
    readBatchRows(
      db,
      ids.map(({ id }) => id),
    ).then(rows => presentBatches(db, caller, rows)),
    isLastPage ? Math.min(offset + ids.length, MAX_COUNTED_BATCHES) : countBatches(db, caller, filter),
  ]);
  return { items, total, page, per_page };
};

const countBatches = async (db: Database, caller: Caller, filter: BatchFilter): Promise<number> => {
  // Only the id, which the index of each condition holds, so that no row is read.
  const counted = matchingSql(caller, filter, { columns: sql`id`, end: sql`limit ${MAX_COUNTED_BATCHES}` });
  const [count] = await queryRows<{ total: number }>(
    db,
    sql`select count(*)::integer as total from (${counted}) found`,
  );
  return count?.total ?? 0;
};

/** Null if there is no such batch, or if the caller may see nothing of it. */
export const readBatch = async (db: Database, caller: Caller, id: number): Promise<Batch | null> => {
  const [row] = await db
    .select({ id: batches.id })
    .from(batches)
    .where(and(eq(batches.id, id), batchConditions(caller, {})));
  if (!row) return null;
  const [batch] = await presentBatches(db, caller, await readBatchRows(db, [id]));
  return batch ?? null;
};

/** @throws {ApiFailure} 404 when `readBatch` gives null */
export const requireBatch = async (...args: Parameters<typeof readBatch>): Promise<Batch> => {
  const batch = await readBatch(...args);
  if (!batch) throw new ApiFailure('notFound');
  return batch;
};

/** The last days of the filter, counted by the calendar of a time zone. */
export const readDays = async (
  db: Database,
  caller: Caller,
  { zone, ...filter }: z.output<typeof batchEndpoints.days.query>,
) => {
  const until = filter.to === undefined ? sql`now()` : sql`${filter.to}::timestamptz`;
  const condition = and(
    batchConditions(caller, filter),
    sql`${batches.at} > ${until} - make_interval(days => ${MAX_CHART_DAYS})`,
  );
  const ways = personConditions(filter).map(
    person => sql`select id, user_id, at from ${batches} where ${and(person, condition)}`,
  );
  const rows = await queryRows<{ day: string; user_id: number; batches: number }>(
    db,
    sql`select to_char(at at time zone ${zone}, 'YYYY-MM-DD') as day, user_id, count(*)::integer as batches
      from (${sql.join(ways, sql` union `)}) ways group by 1, 2 order by 1, 2`,
  );
  const people = await readPeople(db, [...new Set(rows.map(({ user_id }) => user_id))]);
  return {
    days: rows.map(({ day, user_id, batches: count }) => ({ day, user: toPerson(people, user_id), batches: count })),
  };
};

/** Steps through the index from one author to the next, because there are far more batches than people. */
export const readAuthors = async (db: Database): Promise<Person[]> => {
  const rows = await queryRows<{ id: number }>(
    db,
    sql`with recursive authors as (
        (select user_id from ${batches} order by user_id limit 1)
        union all
        select (select user_id from ${batches} where user_id > authors.user_id order by user_id limit 1)
        from authors where authors.user_id is not null
      ) select user_id as id from authors where user_id is not null`,
  );
  const people = [
    ...(
      await readPeople(
        db,
        rows.map(({ id }) => id),
      )
    ).values(),
  ];
  return people.toSorted((person, other) => person.name.localeCompare(other.name, 'ru'));
};

const toPerson = (people: ReadonlyMap<number, Person>, id: number): Person => people.get(id) ?? { id, name: `№ ${id}` };

interface BatchRow {
  id: number;
  at: string;
  kind: Batch['kind'];
  details: BatchDetails;
  user_id: number;
  user_name: string;
  acted_by: number | null;
  actor_name: string;
  is_unpublished: boolean;
  undone: { id: number; at: string } | null;
  summary: BatchSummary;
  /** The records of the entities of which a single one was changed. */
  single: SingleRecord[];
}

interface SingleRecord {
  entity: string;
  record_id: number;
}

const personNameSql = (id: SQL): SQL => sql`coalesce(
  (select first_name || ' ' || last_name from users where users.id = ${id}), ${translate('goneUser')})`;

/** The latest undo of a batch that was not undone itself. A run that broke off has taken back only a part. */
const undoneSql = sql`(
  select jsonb_build_object('id', undoing.id, 'at', undoing.at) from batches undoing
  where undoing.details ? 'undoes' and (undoing.details ->> 'undoes')::integer = batches.id
    and not exists (
      select from batches redoing
      where redoing.details ? 'undoes' and (redoing.details ->> 'undoes')::integer = undoing.id
    )
    and not exists (
      select from runs where runs.id = (undoing.details ->> 'run_id')::integer and runs.status <> 'finished'
    )
  order by undoing.id desc limit 1)`;

/** One statement, because round trips take longer than reading the rows of a page. */
const batchRowsSql = (ids: readonly number[]): SQL => sql`
  select batches.id, batches.at, kind, details, user_id, acted_by, batches.full_summary as summary,
    ${personNameSql(sql`batches.user_id`)} as user_name, ${personNameSql(sql`batches.acted_by`)} as actor_name,
    ${isUnpublishedSql} as is_unpublished, ${undoneSql} as undone,
    array(
      select jsonb_build_object('entity', part ->> 'entity', 'record_id', (
        select record_id from changes
        where changes.batch_id = batches.id and changes.entity = part ->> 'entity' limit 1
      )) from jsonb_array_elements(batches.full_summary) part where part -> 'records' = '1'
    ) as single
  from (
    select written.*, coalesce(written.summary, ${summarySql(sql`written.id`)}) as full_summary
    from ${batches} written where written.id = any(${sql.param([...ids])}::integer[])
  ) batches order by batches.at desc, batches.id desc`;

/** The batches with these ids, the latest first. */
export const readBatchRows = (db: Database, ids: readonly number[]): Promise<BatchRow[]> =>
  queryPreparedRows<BatchRow>(db, batchRowsSql(ids));

export const presentBatches = async (db: Database, caller: Caller, rows: readonly BatchRow[]): Promise<Batch[]> => {
  const seen = rows.map(row => ({ ...row, entities: sortEntities(filterSummary(caller, row.summary)) }));
  const [subjects, platforms] = await Promise.all([readSubjects(db, caller, seen), readPlatformNames(db, rows)]);
  return seen.map(({ id, at, kind, details, user_id, user_name, acted_by, actor_name, undone, ...row }) => ({
    id,
    at: new Date(at).toISOString(),
    kind,
    details:
      kind === 'tree' && details.name ? { ...details, name: platforms.get(details.name) ?? details.name } : details,
    user: { id: user_id, name: user_name },
    acted_by: acted_by === null ? null : { id: acted_by, name: actor_name },
    entities: row.entities,
    subject: subjects.get(id) ?? null,
    is_published: !row.is_unpublished,
    undone: undone && { ...undone, at: new Date(undone.at).toISOString() },
  }));
};

/** What of a summary the caller may see. */
const filterSummary = (caller: Caller, summary: BatchSummary): BatchSummary =>
  summary.flatMap(part => {
    if (!canSeeEntity(part.entity, caller)) return [];
    const hidden = listHiddenFields(part.entity, caller);
    const fields = part.fields.filter(field => !hidden.includes(field));
    if (fields.length === 0 && part.created === 0 && part.deleted === 0) return [];
    const seesPrices =
      part.entity !== 'categories' && listPriceFields(getCollection(part.entity)).every(name => !hidden.includes(name));
    return [{ ...part, fields, prices: seesPrices ? (part.prices ?? null) : null }];
  });

/** The other end of a link changes with it, so the entity that was written itself has to be told from it. */
const linkFields: ReadonlySet<string> = new Set(['model_ids', 'product_ids']);

/** The entity that a batch was about comes first: one created or deleted, or changed beyond its links. */
const sortEntities = (summary: BatchSummary): BatchSummary => {
  const rank = ({ created, deleted, fields }: BatchSummary[number]): number =>
    created + deleted > 0 ? 0 : fields.some(field => !linkFields.has(field)) ? 1 : 2;
  return summary.toSorted((part, other) => rank(part) - rank(other) || part.records - other.records);
};

/** The records of the batches that were about a single one. */
const readSubjects = async (
  db: Database,
  caller: Caller,
  seen: readonly (Pick<BatchRow, 'id' | 'single'> & { entities: BatchSummary })[],
): Promise<Map<number, NonNullable<Batch['subject']>>> => {
  const found = seen.flatMap(({ id, single, entities: [main] }) =>
    single.filter(({ entity }) => entity === main?.entity).map(record => ({ batch_id: id, ...record })),
  );
  const ids = new Map<string, Set<number>>();
  for (const { entity, record_id } of found) ids.set(entity, (ids.get(entity) ?? new Set()).add(record_id));
  const names = await readNames(db, caller, ids);
  return new Map(found.flatMap(row => toSubject(row, names)));
};

const toSubject = (
  { batch_id, entity, record_id }: { batch_id: number; entity: string; record_id: number },
  names: NamesByResource,
): [number, NonNullable<Batch['subject']>][] => {
  const named = names(entity, record_id);
  if (!named) return [];
  return [[batch_id, { entity, record_id, name: named.name, picture: named.picture, is_there: named.exists }]];
};

/** A tree is named by the projects that share its platform. */
const readPlatformNames = async (
  db: Database,
  rows: readonly Pick<BatchRow, 'kind' | 'details'>[],
): Promise<Map<string, string>> => {
  const platforms = rows.flatMap(({ kind, details }) => (kind === 'tree' && details.name ? [details.name] : []));
  if (platforms.length === 0) return new Map();
  const found = await queryRows<{ platform: string; name: string }>(
    db,
    sql`select platform, string_agg(name, ', ' order by id) as name from projects
      where platform = any(${sql.param(platforms)}::text[]) and not archived group by platform`,
  );
  return new Map(found.map(({ platform, name }) => [platform, name]));
};
