import { and, eq, gte, inArray, lte, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { isDeclaredResource } from '#contract/records.ts';
import { parseReferenceName, referenceResource } from '#contract/referenceResource.ts';
import { isReferenceName } from '#contract/references.ts';
import { MAX_COUNTED_EVENTS, type SecurityEvent, type securityEndpoints } from '#contract/security.ts';
import { type Database, queryRows } from '../db/database.ts';
import { referenceLists, securityEvents } from '../db/schema.ts';
import { idsCondition } from '../records/query.ts';
import { getBinding, scopeCondition } from '../records/tableBinding.ts';

type EventsQuery = z.output<typeof securityEndpoints.list.query>;

export const readEvents = async (db: Database, query: EventsQuery) => {
  const { page, per_page } = query;
  const eventIds = eventIdsSql(query);
  const [countRow] = await queryRows<{ total: number }>(
    db,
    sql`select count(*)::integer as total from (${eventIds}) found`,
  );
  const rows = await db
    .select()
    .from(securityEvents)
    .where(
      sql`${securityEvents.id} in (select id from (${eventIds}) found limit ${per_page} offset ${(page - 1) * per_page})`,
    )
    .orderBy(sql`${securityEvents.at} desc, ${securityEvents.id} desc`);
  const isPresent = await readPresence(db, rows);
  const references = await readAddedReferences(db, rows);
  return {
    items: rows.map(row => toSecurityEvent(row, { isPresent, references })),
    total: countRow?.total ?? 0,
    page,
    per_page,
  };
};

/**
 * The event ids, latest first. Each way in which a person can occur is read from its own index, already in this order;
 * an `or` would make the database sort all of them.
 */
const eventIdsSql = ({ person, kind, from, to }: EventsQuery): SQL => {
  const { user_id, actor_id, about, about_id, at } = securityEvents;
  const condition = and(
    kind && eq(securityEvents.kind, kind),
    from === undefined ? undefined : gte(at, new Date(from)),
    to === undefined ? undefined : lte(at, new Date(to)),
  );
  const personConditions =
    person === undefined
      ? [undefined]
      : [eq(user_id, person), eq(actor_id, person), and(eq(about, 'users'), eq(about_id, person))];
  const latest = sql`order by at desc, id desc limit ${MAX_COUNTED_EVENTS}`;
  const selects = personConditions.map(
    personCondition =>
      sql`(select id, at from security_events where ${and(personCondition, condition) ?? sql`true`} ${latest})`,
  );
  return sql`select id from (${sql.join(selects, sql` union `)}) every_way ${latest}`;
};

type EventRow = typeof securityEvents.$inferSelect;

/** Events link only to records that still exist. */
const readPresence = async (db: Database, rows: readonly EventRow[]): Promise<(row: EventRow) => boolean> => {
  const existingKeys = new Set<string>();
  for (const resource of new Set(rows.flatMap(({ about }) => about ?? []))) {
    const ids = rows.flatMap(({ about, about_id }) => (about === resource && about_id !== null ? [about_id] : []));
    // Events of earlier builds may refer to a resource that no longer exists.
    if (!(isDeclaredResource(resource) || parseReferenceName(resource)) || ids.length === 0) continue;
    const binding = getBinding(resource);
    const foundRows = await db
      .select({ id: binding.table.id })
      .from(binding.table as PgTable)
      .where(and(scopeCondition(binding), idsCondition(binding.table.id, ids)));
    for (const { id } of foundRows) existingKeys.add(`${resource} ${id}`);
  }
  return ({ about, about_id }) => existingKeys.has(`${about} ${about_id}`);
};

/** The ids of the references that users added, by resource. Their values have no pages of their own. */
const readAddedReferences = async (db: Database, rows: readonly EventRow[]): Promise<Map<string, number>> => {
  const codes = [...new Set(rows.flatMap(({ about }) => (about && parseReferenceName(about)) || []))];
  const addedCodes = codes.filter(code => !isReferenceName(code));
  if (addedCodes.length === 0) return new Map();
  const { id, code } = referenceLists;
  const lists = await db.select({ id, code }).from(referenceLists).where(inArray(code, addedCodes));
  return new Map(lists.map(list => [referenceResource(list.code), list.id]));
};

interface EventLookups {
  isPresent: (row: EventRow) => boolean;
  references: ReadonlyMap<string, number>;
}

const toSecurityEvent = (row: EventRow, { isPresent, references }: EventLookups): SecurityEvent => {
  const { id, at, kind, network, about, about_id, about_name, details } = row;
  const reference_id = references.get(about ?? '');
  return {
    id,
    at: at.toISOString(),
    kind,
    user: toPerson(row.user_id, row.user_name),
    acted_by: toPerson(row.actor_id, row.actor_name),
    network,
    about:
      about === null
        ? null
        : {
            resource: about,
            id: about_id,
            name: about_name,
            is_there: isPresent(row),
            ...(reference_id !== undefined && { reference_id }),
          },
    details: details as SecurityEvent['details'],
  };
};

const toPerson = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? `№ ${id}` });

/** Jumps in the index from one user id to the next, because the log has far more events than users. */
export const readPeople = (db: Database): Promise<{ id: number; name: string }[]> =>
  queryRows(
    db,
    sql`with recursive people as (
        (select user_id as id from security_events where user_id is not null order by user_id limit 1)
        union all
        select (select user_id from security_events where user_id > people.id order by user_id limit 1)
        from people where people.id is not null
      )
      select people.id, coalesce(users.first_name || ' ' || users.last_name, (
          select user_name from security_events where user_id = people.id order by at desc, id desc limit 1
        ), '№ ' || people.id) as name
      from people left join users on users.id = people.id where people.id is not null order by name, people.id`,
  );
