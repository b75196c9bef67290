import { isDeepStrictEqual } from 'node:util';
import { asc, eq, sql } from 'drizzle-orm';
import type { Arrangement, ArrangementProposal } from '#contract/arrangement.ts';
import type { ImportProfile } from '#contract/preparing.ts';
import type { Database } from '../db/database.ts';
import { importProfiles, users } from '../db/schema.ts';
import { sqlState } from '../db/violations.ts';
import type { Deps } from '../http/deps.ts';
import { ApiFailure, invalidField } from '../http/errors.ts';
import { ownNumber } from '../table/ownNumber.ts';
import { TableRefusal } from '../table/refusal.ts';
import { translateValidation } from '../translate.ts';
import { proposeArrangement } from './propose.ts';
import { inTurnOf } from './turns.ts';

type Stored = typeof importProfiles.$inferSelect;

const selectProfiles = (db: Database) =>
  db
    .select({
      profile: importProfiles,
      by: sql<string | null>`${users.first_name} || ' ' || ${users.last_name}`,
    })
    .from(importProfiles)
    .leftJoin(users, eq(users.id, importProfiles.updated_by));

const presented = ({ profile, by }: { profile: Stored; by: string | null }): ImportProfile => ({
  id: profile.id,
  name: profile.name,
  arrangement: profile.arrangement,
  updated_at: profile.updated_at.toISOString(),
  updated_by: by,
});

export const listProfiles = async (db: Database): Promise<ImportProfile[]> =>
  (await selectProfiles(db).orderBy(asc(importProfiles.name), asc(importProfiles.id))).map(presented);

/** @throws {ApiFailure} 404 */
export const readProfile = async (db: Database, id: number): Promise<ImportProfile> => {
  const [found] = await selectProfiles(db).where(eq(importProfiles.id, id));
  if (!found) throw new ApiFailure('notFound');
  return presented(found);
};

interface Saved {
  name?: string | undefined;
  arrangement?: Arrangement | undefined;
}

/** @throws {ApiFailure} 400 when another profile has the name */
export const createProfile = async (
  { db, clock }: Deps,
  { name, arrangement }: { name: string; arrangement: Arrangement },
  userId: number,
): Promise<ImportProfile> => {
  const values = { name, arrangement, updated_at: clock(), updated_by: userId };
  const [made] = await db.insert(importProfiles).values(values).returning().catch(asTaken);
  return readProfile(db, made?.id ?? 0);
};

/** @throws {ApiFailure} 404, or 400 when another profile has the name */
export const changeProfile = async (
  { db, clock }: Deps,
  id: number,
  { name, arrangement }: Saved,
  userId: number,
): Promise<ImportProfile> => {
  await db
    .update(importProfiles)
    .set({
      ...(name !== undefined && { name }),
      ...(arrangement && { arrangement }),
      updated_at: clock(),
      updated_by: userId,
    })
    .where(eq(importProfiles.id, id))
    .catch(asTaken);
  return readProfile(db, id);
};

const UNIQUE_VIOLATION = '23505';

const asTaken = (error: unknown): never => {
  throw sqlState(error) === UNIQUE_VIOLATION ? invalidField('name', translateValidation('unique')) : error;
};

/** Creates a profile, or replaces the one of this name. */
export const rememberProfile = async (
  deps: Deps,
  { name, arrangement }: { name: string; arrangement: Arrangement },
  userId: number,
): Promise<ImportProfile> => {
  const isNamed = sql`lower(${importProfiles.name}) = lower(${name})`;
  const [known] = await deps.db.select({ id: importProfiles.id }).from(importProfiles).where(isNamed);
  return known
    ? changeProfile(deps, known.id, { name, arrangement }, userId)
    : createProfile(deps, { name, arrangement }, userId);
};

/** @throws {ApiFailure} 404 */
export const removeProfile = async (db: Database, id: number): Promise<void> => {
  await readProfile(db, id);
  await db.delete(importProfiles).where(eq(importProfiles.id, id));
};

/**
 * The profile that has the headings of a file and no others, since nobody is asked whether to apply it; of several the
 * one that reads most of them. Null when there is none, or when the file is no table, which its import says.
 */
export const recogniseProfile = async (deps: Deps, path: string, userId: number): Promise<ImportProfile | null> => {
  const profiles = await listProfiles(deps.db);
  if (profiles.length === 0) return null;
  const proposal = await inTurnOf(userId, () => proposeArrangement(deps, { path })).catch((error: unknown) => {
    if (error instanceof TableRefusal) return null;
    throw error;
  });
  if (!proposal) return null;
  const fitting = profiles.filter(({ arrangement }) => fits(arrangement, proposal));
  return fitting.toSorted((one, other) => assigned(other.arrangement) - assigned(one.arrangement))[0] ?? null;
};

const assigned = ({ columns }: Arrangement): number =>
  columns.filter(({ field, sources }) => field !== null && sources.length > 0).length;

const fits = (arrangement: Arrangement, { columns }: ArrangementProposal): boolean => {
  if (isNumbered({ columns }) && !isNumbered(arrangement)) return false;
  return assigned(arrangement) > 0 && isDeepStrictEqual(headingsIn(arrangement), headingsIn({ columns }));
};

type Columns = Pick<Arrangement, 'columns'>;

/** A table with our own numbers is one of ours, however a sender's resembles it. */
const isNumbered = ({ columns }: Columns): boolean => columns.some(({ field }) => field === ownNumber);

const headingsIn = ({ columns }: Columns): Set<string> =>
  new Set(columns.flatMap(({ sources }) => sources.map(({ header, nth }) => `${nth} ${header}`)));
