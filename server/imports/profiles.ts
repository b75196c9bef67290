import { isDeepStrictEqual } from 'node:util';
import { asc, eq, sql } from 'drizzle-orm';
import type { Arrangement, ArrangementProposal } from '#contract/arrangement.ts';
import { type ImportProfile, preparedLimits } from '#contract/preparing.ts';
import type { Database } from '../db/database.ts';
import { importProfiles, users } from '../db/schema.ts';
import { sqlState } from '../db/violations.ts';
import type { Deps } from '../http/deps.ts';
import { ApiFailure, invalidField } from '../http/errors.ts';
import { productNumberColumn } from '../table/productNumber.ts';
import { TableRefusal } from '../table/refusal.ts';
import { translateImport, translateValidation } from '../translate.ts';
import { proposeArrangement } from './propose.ts';
import { runInUserTurn } from './turns.ts';

type StoredProfile = typeof importProfiles.$inferSelect;

const selectProfiles = (db: Database) =>
  db
    .select({
      profile: importProfiles,
      by: sql<string | null>`${users.first_name} || ' ' || ${users.last_name}`,
    })
    .from(importProfiles)
    .leftJoin(users, eq(users.id, importProfiles.updated_by));

/** The version is the time of the last change in ms. Each change increases it, even within the same ms. */
const versionOf = ({ updated_at }: Pick<StoredProfile, 'updated_at'>): number => updated_at.getTime();

const presentProfile = ({ profile, by }: { profile: StoredProfile; by: string | null }): ImportProfile => ({
  id: profile.id,
  name: profile.name,
  arrangement: profile.arrangement,
  version: versionOf(profile),
  updated_at: profile.updated_at.toISOString(),
  updated_by: by,
});

export const listProfiles = async (db: Database): Promise<ImportProfile[]> =>
  (await selectProfiles(db).orderBy(asc(importProfiles.name), asc(importProfiles.id))).map(presentProfile);

/** @throws {ApiFailure} 404 */
export const readProfile = async (db: Database, id: number): Promise<ImportProfile> => {
  const [found] = await selectProfiles(db).where(eq(importProfiles.id, id));
  if (!found) throw new ApiFailure('notFound');
  return presentProfile(found);
};

interface ProfileChanges {
  name: string;
  arrangement: Arrangement;
}

type ChangedProfileFields = { [K in keyof ProfileChanges]?: ProfileChanges[K] | undefined } & {
  version?: number | undefined;
};

const UNIQUE_VIOLATION = '23505';

const throwNameTaken = (error: unknown): never => {
  throw sqlState(error) === UNIQUE_VIOLATION ? invalidField('name', translateValidation('unique')) : error;
};

/** @throws {ApiFailure} 400 if another profile has the name; 409 if the maximum number of profiles is reached */
export const createProfile = async (
  { db, clock }: Deps,
  { name, arrangement }: ProfileChanges,
  userId: number,
): Promise<ImportProfile> => {
  const inserted = await db
    .transaction(async tx => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtext('import profiles'))`);
      const limit = preparedLimits.profiles;
      if ((await tx.$count(importProfiles)) >= limit)
        throw new ApiFailure('conflict', { message: translateImport('refused.tooManyProfiles', { limit }) });
      const values = { name, arrangement, updated_at: clock(), updated_by: userId };
      return tx.insert(importProfiles).values(values).returning();
    })
    .catch(throwNameTaken);
  return readProfile(db, inserted[0]?.id ?? 0);
};

/**
 * An update without changes keeps the version, so that it cannot cause conflicts for others.
 * @throws {ApiFailure} 404; 400 when another profile has the name; 409 with the profile when `version` is outdated
 */
export const changeProfile = async (
  { db, clock }: Deps,
  id: number,
  { version, ...changed }: ChangedProfileFields,
  userId: number,
): Promise<ImportProfile> => {
  await db
    .transaction(async tx => {
      const [stored] = await tx.select().from(importProfiles).where(eq(importProfiles.id, id)).for('update');
      if (!stored) return;
      const { name = stored.name, arrangement = stored.arrangement } = changed;
      if (isDeepStrictEqual([name, arrangement], [stored.name, stored.arrangement])) return;
      if (version !== undefined && version !== versionOf(stored))
        await throwProfileConflict('profileChanged', tx, stored);
      const updated_at = new Date(Math.max(clock().getTime(), versionOf(stored) + 1));
      await tx
        .update(importProfiles)
        .set({ name, arrangement, updated_at, updated_by: userId })
        .where(eq(importProfiles.id, id));
    })
    .catch(throwNameTaken);
  return readProfile(db, id);
};

const throwProfileConflict = async (
  text: 'profileChanged' | 'profileTaken',
  db: Database,
  { id, name }: StoredProfile,
): Promise<never> => {
  const result = await readProfile(db, id);
  throw new ApiFailure('conflict', { message: translateImport(`refused.${text}`, { name }), result });
};

interface SaveProfileOptions {
  userId: number;
  /** The upload whose columns are saved. */
  upload: { profile_id: number | null; created_at: Date };
  version?: number | undefined;
}

/**
 * Creates a profile, or updates the one with this name that the upload was read by.
 * @throws {ApiFailure} 409 with the existing profile if the upload was read by a different one or a colleague has
 * changed it, unless `version` shows that the user has seen it
 */
export const saveProfile = async (
  deps: Deps,
  { name, arrangement }: ProfileChanges,
  { userId, upload, version }: SaveProfileOptions,
): Promise<ImportProfile> => {
  const isNamed = sql`lower(${importProfiles.name}) = lower(${name})`;
  const [known] = await deps.db.select().from(importProfiles).where(isNamed);
  if (!known) return createProfile(deps, { name, arrangement }, userId);
  const isSeen = known.updated_by === userId || known.updated_at <= upload.created_at;
  if (version === undefined && !(known.id === upload.profile_id && isSeen))
    await throwProfileConflict('profileTaken', deps.db, known);
  return changeProfile(deps, known.id, { name, arrangement, version: version ?? versionOf(known) }, userId);
};

/** The profile's name alone, without loading its columns. */
export const profileName = async (db: Database, id: number): Promise<{ id: number; name: string } | null> => {
  const { name } = importProfiles;
  const [found] = await db
    .select({ id: importProfiles.id, name })
    .from(importProfiles)
    .where(eq(importProfiles.id, id));
  return found ?? null;
};

/** @throws {ApiFailure} 404 */
export const removeProfile = async (db: Database, id: number): Promise<void> => {
  await readProfile(db, id);
  await db.delete(importProfiles).where(eq(importProfiles.id, id));
};

/**
 * The profile to apply to a file: it must have exactly the file's headings, since the user is not asked; of several,
 * the one that reads the most columns wins. Null when none matches, or when the file is not a table, which the import
 * reports.
 */
export const recogniseProfile = async (deps: Deps, path: string, userId: number): Promise<ImportProfile | null> => {
  const profiles = await listProfiles(deps.db);
  if (profiles.length === 0) return null;
  const proposal = await runInUserTurn(userId, () => proposeArrangement(deps, { path })).catch((error: unknown) => {
    if (error instanceof TableRefusal) return null;
    throw error;
  });
  if (!proposal) return null;
  const matchingProfiles = profiles.filter(({ arrangement }) => matchesHeadings(arrangement, proposal));
  return (
    matchingProfiles.toSorted((one, other) => countAssigned(other.arrangement) - countAssigned(one.arrangement))[0] ??
    null
  );
};

const countAssigned = ({ columns }: Arrangement): number =>
  columns.filter(({ field, sources }) => field !== null && sources.length > 0).length;

const matchesHeadings = (arrangement: Arrangement, { columns }: ArrangementProposal): boolean => {
  if (isNumbered({ columns }) && !isNumbered(arrangement)) return false;
  return countAssigned(arrangement) > 0 && isDeepStrictEqual(headingsIn(arrangement), headingsIn({ columns }));
};

type ArrangementColumns = Pick<Arrangement, 'columns'>;

/** A table with product numbers was exported from here, so it is not matched to a sender's profile, however similar. */
const isNumbered = ({ columns }: ArrangementColumns): boolean =>
  columns.some(({ field }) => field === productNumberColumn);

const headingsIn = ({ columns }: ArrangementColumns): Set<string> =>
  new Set(columns.flatMap(({ sources }) => sources.map(({ header, nth }) => `${nth} ${header}`)));
