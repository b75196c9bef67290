import { asc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { ImportRun } from '#contract/importing.ts';
import type { RestoreProfileBody } from '#contract/importProfiles.ts';
import { type ChangeProfileBody, type ImportProfile, type NewProfile, preparedLimits } from '#contract/preparing.ts';
import type { Author } from '../../accounts/author.ts';
import type { Database } from '../../db/database.ts';
import { importProfiles, users } from '../../db/schema.ts';
import { findSqlState } from '../../db/violations.ts';
import type { ServerDeps } from '../../http/deps.ts';
import { ApiFailure, invalidField } from '../../http/errors.ts';
import { translateImport, translateValidation } from '../../translate.ts';
import { importStore } from '../runs.ts';
import { listProfileChanges } from './changes.ts';
import { getVersion, readEarlierVersion, type StoredProfile, saveVersion } from './versions.ts';

const selectProfiles = (db: Database) =>
  db
    .select({
      profile: importProfiles,
      actorName: sql<string | null>`${users.first_name} || ' ' || ${users.last_name}`,
    })
    .from(importProfiles)
    .leftJoin(users, eq(users.id, importProfiles.updated_by));

const presentProfile = ({
  profile,
  actorName,
}: {
  profile: StoredProfile;
  actorName: string | null;
}): ImportProfile => ({
  id: profile.id,
  name: profile.name,
  mapping: profile.mapping,
  version: getVersion(profile),
  updated_at: profile.updated_at.toISOString(),
  updated_by: actorName,
});

export const listProfiles = async (db: Database): Promise<ImportProfile[]> =>
  (await selectProfiles(db).orderBy(asc(importProfiles.name), asc(importProfiles.id))).map(presentProfile);

/** @throws {ApiFailure} 404 */
export const readProfile = async (db: Database, id: number): Promise<ImportProfile> => {
  const [foundProfile] = await selectProfiles(db).where(eq(importProfiles.id, id));
  if (!foundProfile) throw new ApiFailure('notFound');
  return presentProfile(foundProfile);
};

export const readLastRun = async (db: Database, id: number): Promise<ImportRun | null> => {
  const { last_run_id } = importProfiles;
  const [foundProfile] = await db.select({ last_run_id }).from(importProfiles).where(eq(importProfiles.id, id));
  return foundProfile?.last_run_id ? importStore.readRun(db, foundProfile.last_run_id) : null;
};

/** Creates and changes profiles on behalf of a user, who is recorded in every new version. */
interface ProfileWriter {
  deps: ServerDeps;
  by: Pick<Author, 'id' | 'actorId'>;
}

const UNIQUE_VIOLATION = '23505';

export const rethrowAsNameTaken = (error: unknown): never => {
  throw findSqlState(error) === UNIQUE_VIOLATION ? invalidField('name', translateValidation('unique')) : error;
};

/** @throws {ApiFailure} 400 if another profile has the name; 409 if the maximum number of profiles is reached */
export const createProfile = async (
  { deps: { db, clock }, by }: ProfileWriter,
  { name, mapping }: NewProfile,
): Promise<ImportProfile> => {
  const insertedProfile = await db
    .transaction(async tx => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtext('import profiles'))`);
      const limit = preparedLimits.profiles;
      if ((await tx.$count(importProfiles)) >= limit)
        throw new ApiFailure('conflict', { message: translateImport('refused.tooManyProfiles', { limit }) });
      const values = { name, mapping, updated_at: clock(), updated_by: by.id, acted_by: by.actorId };
      return tx.insert(importProfiles).values(values).returning();
    })
    .catch(rethrowAsNameTaken);
  return readProfile(db, insertedProfile[0]?.id ?? 0);
};

/**
 * An update without changes keeps the version, so that it cannot cause conflicts for others.
 * @throws {ApiFailure} 404; 400 when another profile has the name; 409 with the profile when `version` is outdated
 */
export const changeProfile = (
  writer: ProfileWriter,
  id: number,
  { version, ...changed }: z.output<typeof ChangeProfileBody>,
): Promise<ImportProfile> =>
  writeVersion(writer, id, {
    version,
    write: async (_tx, { name, mapping }) => ({
      name: changed.name ?? name,
      mapping: changed.mapping ?? mapping,
    }),
  });

/**
 * Saves an earlier version as the newest one.
 * @throws {ApiFailure} like `changeProfile`; also 404 if the earlier version is no longer kept
 */
export const restoreProfile = (
  writer: ProfileWriter,
  id: number,
  { restored, version }: z.output<typeof RestoreProfileBody>,
): Promise<ImportProfile> =>
  writeVersion(writer, id, {
    version,
    write: async tx => {
      const { name, mapping, updated_at } = await readEarlierVersion(tx, id, restored);
      return { name, mapping, restored_from: updated_at };
    },
  });

interface NewVersion {
  /** The version that the user has seen; if undefined, any version is replaced. */
  version: number | undefined;
  write: (tx: Database, storedProfile: StoredProfile) => Promise<NewProfile & { restored_from?: Date }>;
}

const writeVersion = async (
  { deps: { db, clock }, by }: ProfileWriter,
  id: number,
  { version, write }: NewVersion,
): Promise<ImportProfile> => {
  await db
    .transaction(async tx => {
      const [storedProfile] = await tx.select().from(importProfiles).where(eq(importProfiles.id, id)).for('update');
      if (!storedProfile) return;
      const { restored_from = null, ...content } = await write(tx, storedProfile);
      const changes = listProfileChanges(storedProfile, content);
      if (changes.length === 0) return;
      if (version !== undefined && version !== getVersion(storedProfile))
        await throwProfileConflict('profileChanged', tx, storedProfile);
      await saveVersion(tx, storedProfile);
      const updated_at = new Date(Math.max(clock().getTime(), getVersion(storedProfile) + 1));
      const stamp = { updated_at, updated_by: by.id, acted_by: by.actorId };
      await tx
        .update(importProfiles)
        .set({ ...content, changes, restored_from, ...stamp })
        .where(eq(importProfiles.id, id));
    })
    .catch(rethrowAsNameTaken);
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
  /** The upload whose columns are saved. */
  upload: { profile_id: number | null; created_at: Date };
  version?: number | undefined;
}

/**
 * Creates a profile, or updates the profile of this name if the upload was read with it.
 * @throws {ApiFailure} 409 with the existing profile if the upload was read by a different one or a colleague has
 * changed it, unless `version` shows that the user has seen it
 */
export const saveProfile = async (
  writer: ProfileWriter,
  { name, mapping }: NewProfile,
  { upload, version }: SaveProfileOptions,
): Promise<ImportProfile> => {
  const { db } = writer.deps;
  const isNamed = sql`lower(${importProfiles.name}) = lower(${name})`;
  const [knownProfile] = await db.select().from(importProfiles).where(isNamed);
  if (!knownProfile) return createProfile(writer, { name, mapping });
  const isSeen = knownProfile.updated_by === writer.by.id || knownProfile.updated_at <= upload.created_at;
  if (version === undefined && !(knownProfile.id === upload.profile_id && isSeen))
    await throwProfileConflict('profileTaken', db, knownProfile);
  return changeProfile(writer, knownProfile.id, { name, mapping, version: version ?? getVersion(knownProfile) });
};

/** The profile's name alone, without loading its columns. */
export const readProfileName = async (db: Database, id: number): Promise<{ id: number; name: string } | null> => {
  const { name } = importProfiles;
  const [foundProfile] = await db
    .select({ id: importProfiles.id, name })
    .from(importProfiles)
    .where(eq(importProfiles.id, id));
  return foundProfile ?? null;
};

/** @throws {ApiFailure} 404 */
export const removeProfile = async (db: Database, id: number): Promise<void> => {
  await readProfile(db, id);
  await db.delete(importProfiles).where(eq(importProfiles.id, id));
};
