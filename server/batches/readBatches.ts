import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import {
  type Batch,
  type BatchFilter,
  type BatchSummary,
  type batchEndpoints,
  MAX_CHART_DAYS,
  MAX_COUNTED_BATCHES,
} from '#contract/batches.ts';
import { listPriceFields } from '#contract/priceChanges.ts';
import { getCollection } from '#contract/records.ts';
import type { Caller } from '../accounts/session/caller.ts';
import { type Database, queryRows } from '../db/database.ts';
import { batches } from '../db/schema.ts';
import { type NamesByResource, type Person, readNames, readPeople } from '../drafts/names.ts';
import { summarySql } from '../drafts/summary.ts';
import { canSeeEntity, listHiddenFields } from '../drafts/visibleChanges.ts';
import { batchConditions, batchIdsCondition, isUnpublishedSql, personConditions } from './batchFilter.ts';

type ListQuery = z.output<typeof batchEndpoints.list.query>;

const latestFirst = sql`order by at desc, id desc`;

/** The ids of matching batches, the latest first, as far as they are counted. */
const batchIdsSql = (caller: Caller, filter: BatchFilter): SQL => {
  const condition = batchConditions(caller, filter);
  const ways = personConditions(filter).map(
    person =>
      sql`(select id, at from ${batches} where ${and(person, condition) ?? sql`true`} ${latestFirst}
        limit ${MAX_COUNTED_BATCHES})`,
  );
  return sql`select id, at from (${sql.join(ways, sql` union `)}) ways ${latestFirst} limit ${MAX_COUNTED_BATCHES}`;
};

export const readBatches = async (db: Database, caller: Caller, { page, per_page, ...filter }: ListQuery) => {
  const found = batchIdsSql(caller, filter);
  const ids = await queryRows<{ id: number }>(
    db,
    sql`select id from (${found}) found ${latestFirst} limit ${per_page} offset ${(page - 1) * per_page}`,
  );
  const [counted] = await queryRows<{ total: number }>(
    db,
    sql`select count(*)::integer as total from (${found}) found`,
  );
  const items = await presentBatches(
    db,
    caller,
    ids.map(({ id }) => id),
  );
  return { items, total: counted?.total ?? 0, page, per_page };
};

/** Null if there is no such batch, or if the caller may see nothing of it. */
export const readBatch = async (db: Database, caller: Caller, id: number): Promise<Batch | null> => {
  const [row] = await db
    .select({ id: batches.id })
    .from(batches)
    .where(and(eq(batches.id, id), batchConditions(caller, {})));
  if (!row) return null;
  const [batch] = await presentBatches(db, caller, [id]);
  return batch ?? null;
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

/** The batches with these ids, the latest first. */
export const presentBatches = async (db: Database, caller: Caller, ids: readonly number[]): Promise<Batch[]> => {
  if (ids.length === 0) return [];
  const rows = await db
    .select({
      id: batches.id,
      at: batches.at,
      kind: batches.kind,
      details: batches.details,
      user_id: batches.user_id,
      acted_by: batches.acted_by,
      is_unpublished: isUnpublishedSql,
      summary: sql<BatchSummary>`coalesce(${batches.summary}, ${summarySql(sql`${batches.id}`)})`,
    })
    .from(batches)
    .where(batchIdsCondition(ids))
    .orderBy(desc(batches.at), desc(batches.id));
  const seen = rows.map(row => ({ ...row, entities: sortEntities(filterSummary(caller, row.summary)) }));
  const people = await readPeople(db, [
    ...new Set(rows.flatMap(({ user_id, acted_by }) => [user_id, acted_by ?? []].flat())),
  ]);
  const subjects = await readSubjects(db, caller, seen);
  const platforms = await readPlatformNames(db, rows);
  return seen.map(({ id, at, kind, details, user_id, acted_by, is_unpublished, entities }) => ({
    id,
    at: at.toISOString(),
    kind,
    details:
      kind === 'tree' && details.name ? { ...details, name: platforms.get(details.name) ?? details.name } : details,
    user: toPerson(people, user_id),
    acted_by: acted_by === null ? null : toPerson(people, acted_by),
    entities,
    subject: subjects.get(id) ?? null,
    is_published: !is_unpublished,
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

interface SeenBatch {
  id: number;
  entities: BatchSummary;
}

/** The records of the batches that were about a single one. */
const readSubjects = async (
  db: Database,
  caller: Caller,
  seen: readonly SeenBatch[],
): Promise<Map<number, NonNullable<Batch['subject']>>> => {
  const asked = seen.flatMap(({ id, entities: [main] }) => (main?.records === 1 ? [{ id, entity: main.entity }] : []));
  if (asked.length === 0) return new Map();
  const rows = await queryRows<{ batch_id: number; entity: string; record_id: number }>(
    db,
    sql`select asked.batch_id, asked.entity, (
        select record_id from changes where changes.batch_id = asked.batch_id and changes.entity = asked.entity limit 1
      ) as record_id
      from unnest(${sql.param(asked.map(({ id }) => id))}::integer[], ${sql.param(asked.map(({ entity }) => entity))}::text[])
        asked (batch_id, entity)`,
  );
  const ids = new Map<string, Set<number>>();
  for (const { entity, record_id } of rows) ids.set(entity, (ids.get(entity) ?? new Set()).add(record_id));
  const names = await readNames(db, caller, ids);
  return new Map(rows.flatMap(row => toSubject(row, names)));
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
  rows: readonly Pick<typeof batches.$inferSelect, 'kind' | 'details'>[],
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
