import { eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../db/database.ts';
import { users } from '../../db/schema.ts';
import { translate } from '../../translate.ts';
import { defineStoredKind } from '../kind.ts';

const people = alias(users, 'people');

/** Subselect that replaces a user's id with id and name, to avoid a query per record. */
const personSql = (db: Database, id: PgColumn) =>
  sql`${db
    .select({
      person: sql`json_build_object('id', ${people.id}, 'name', ${people.first_name} || ' ' || ${people.last_name})`,
    })
    .from(people)
    .where(eq(people.id, id))}`;

/**
 * Subselect of the user who changed a record, with the actor. Keeps the actor when the impersonated account is deleted.
 */
export const editorSql = (db: Database, id: PgColumn, actorId: PgColumn | undefined): SQL =>
  actorId
    ? sql`case when ${actorId} is null then ${personSql(db, id)} else (
        select json_build_object(
          'id', ${id}, 'name', coalesce(subject.first_name || ' ' || subject.last_name, ${translate('goneUser')}),
          'acted_by', json_build_object(
            'id', ${actorId}, 'name', coalesce(actor.first_name || ' ' || actor.last_name, ${translate('goneUser')})
          )
        )
        from (select 1) one left join users subject on subject.id = ${id} left join users actor on actor.id = ${actorId}
      ) end`
    : personSql(db, id);

export const person = defineStoredKind('person', { storage: 'other', read: personSql, write: ({ name }) => name });
