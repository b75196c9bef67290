import { eq, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../db/database.ts';
import { users } from '../../db/schema.ts';
import { stored } from '../kind.ts';

const people = alias(users, 'people');

/** Subselect that replaces a user's id with id and name, to avoid a query per record. */
export const personOf = (db: Database, id: PgColumn) =>
  sql`${db
    .select({
      person: sql`json_build_object('id', ${people.id}, 'name', ${people.first_name} || ' ' || ${people.last_name})`,
    })
    .from(people)
    .where(eq(people.id, id))}`;

export const person = stored('person', { keptAs: 'other', read: personOf, write: ({ name }) => name });
