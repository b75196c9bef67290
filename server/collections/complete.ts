import { sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { lackingIn } from '#contract/conditions.ts';
import type { Database } from '../db/database.ts';
import { ApiFailure } from '../errors.ts';
import { sayOfValue } from '../say.ts';
import { type Storage, scopeOf } from './storage.ts';
import type { Patch } from './values.ts';

/** The values of a new record, with the last place where none is given. */
export const withPlaces = async (db: Database, storage: Storage, values: Patch): Promise<Patch> => {
  const placed = { ...values };
  for (const [name, { kind }] of Object.entries(storage.collection.fields)) {
    if (kind !== 'place' || values[name] !== undefined) continue;
    const [last] = await db
      .select({ place: sql<number>`coalesce(max(${storage.columns[name]}), 0)::integer` })
      .from(storage.table as PgTable)
      .where(scopeOf(storage));
    placed[name] = (last?.place ?? 0) + 1;
  }
  return placed;
};

/** @throws {ApiFailure} 400 when a record lacks what the word of another of its fields requires. */
export const checkConditions = ({ collection }: Storage, record: Patch): void => {
  const lacking = lackingIn(collection.fields, record);
  if (lacking.length === 0) return;
  throw new ApiFailure('invalid', {
    errors: Object.fromEntries(lacking.map(name => [name, [sayOfValue('required')]])),
  });
};
