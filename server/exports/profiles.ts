import { and, asc, eq, sql } from 'drizzle-orm';
import { channels } from '#contract/events.ts';
import {
  type ChangeExportProfileBody,
  type ExportProfile,
  type ExportResource,
  exportProfileLimits,
  type NewExportProfile,
} from '#contract/exportProfiles.ts';
import { isSame } from '#contract/values.ts';
import type { Author } from '../accounts/author.ts';
import type { Database } from '../db/database.ts';
import { exportProfiles, users } from '../db/schema.ts';
import type { ServerDeps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';
import { rethrowAsNameTaken } from '../imports/profiles/profiles.ts';
import { getVersion } from '../imports/profiles/versions.ts';
import { importedResource } from '../table/importable.ts';
import { translateExport } from '../translate.ts';
import { assertHeadingsUnambiguous } from './returning.ts';

export type StoredExportProfile = typeof exportProfiles.$inferSelect;
/** The part of a profile that does not depend on the caller. */
export type UnseenProfile = Omit<ExportProfile, 'empty_headings'>;

const selectProfiles = (db: Database) =>
  db
    .select({
      profile: exportProfiles,
      actorName: sql<string | null>`${users.first_name} || ' ' || ${users.last_name}`,
    })
    .from(exportProfiles)
    .leftJoin(users, eq(users.id, exportProfiles.updated_by));

const presentProfile = ({
  profile,
  actorName,
}: {
  profile: StoredExportProfile;
  actorName: string | null;
}): UnseenProfile => ({
  id: profile.id,
  name: profile.name,
  resource: profile.resource,
  file: profile.file,
  columns: profile.columns,
  version: getVersion(profile),
  updated_at: profile.updated_at.toISOString(),
  updated_by: actorName,
});

export const listExportProfiles = async (db: Database, resource: ExportResource): Promise<UnseenProfile[]> => {
  const isOfResource = eq(exportProfiles.resource, resource);
  const order = [asc(exportProfiles.name), asc(exportProfiles.id)];
  return (
    await selectProfiles(db)
      .where(isOfResource)
      .orderBy(...order)
  ).map(presentProfile);
};

/** The profiles whose tables can be imported. */
export const listReturningProfiles = (db: Database): Promise<UnseenProfile[]> =>
  listExportProfiles(db, importedResource);

/** @throws {ApiFailure} 404 */
export const readExportProfile = async (db: Database, id: number): Promise<UnseenProfile> => {
  const [foundProfile] = await selectProfiles(db).where(eq(exportProfiles.id, id));
  if (!foundProfile) throw new ApiFailure('notFound');
  return presentProfile(foundProfile);
};

/** @throws {ApiFailure} 404, also if the profile is of another resource */
export const readStoredProfile = async (
  db: Database,
  { id, resource }: { id: number; resource: string },
): Promise<StoredExportProfile> => {
  const isMeant = and(eq(exportProfiles.id, id), sql`${exportProfiles.resource} = ${resource}`);
  const [foundProfile] = await db.select().from(exportProfiles).where(isMeant);
  if (!foundProfile) throw new ApiFailure('notFound');
  return foundProfile;
};

/** Creates and changes profiles on behalf of a user, who is recorded. */
interface ProfileWriter {
  deps: ServerDeps;
  by: Pick<Author, 'id' | 'actorId'>;
}

const announce = ({ realtime }: ServerDeps, resource: ExportResource): void =>
  realtime.emit(channels.records(resource), 'EXPORT_PROFILES_CHANGE', { resource });

/**
 * Profiles are saved one at a time. Otherwise two simultaneous saves could exceed the limit or end up with the same
 * headings.
 */
const inProfileTransaction = <T>({ db }: ServerDeps, operation: (tx: Database) => Promise<T>): Promise<T> =>
  db
    .transaction(async tx => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtext('export profiles'))`);
      return operation(tx);
    })
    .catch(rethrowAsNameTaken);

/** @param id the profile that is changed */
const assertDistinct = async (
  tx: Database,
  content: Pick<NewExportProfile, 'columns' | 'resource'>,
  id: number | null,
): Promise<void> => {
  if (content.resource !== importedResource) return;
  const others = (await listReturningProfiles(tx)).filter(profile => profile.id !== id);
  await assertHeadingsUnambiguous(tx, content, others);
};

/**
 * @throws {ApiFailure} 400 if another profile has the name, or the same headings for other fields; 409 if the maximum
 * number of profiles is reached
 */
export const createExportProfile = async (
  { deps, by }: ProfileWriter,
  newProfile: NewExportProfile,
): Promise<UnseenProfile> => {
  const id = await inProfileTransaction(deps, async tx => {
    const limit = exportProfileLimits.profiles;
    if ((await tx.$count(exportProfiles)) >= limit)
      throw new ApiFailure('conflict', { message: translateExport('tooManyProfiles', { limit }) });
    await assertDistinct(tx, newProfile, null);
    const stamp = { updated_at: deps.clock(), updated_by: by.id, acted_by: by.actorId };
    const [insertedProfile] = await tx
      .insert(exportProfiles)
      .values({ ...newProfile, ...stamp })
      .returning({ id: exportProfiles.id });
    return insertedProfile?.id ?? 0;
  });
  announce(deps, newProfile.resource);
  return readExportProfile(deps.db, id);
};

/**
 * An update without changes keeps the version, so that it cannot cause conflicts for others.
 * @throws {ApiFailure} 404; 400 as when creating; 409 with the profile when `version` is outdated
 */
export const changeExportProfile = async (
  { deps, by }: ProfileWriter,
  id: number,
  { version, ...changes }: ChangeExportProfileBody,
  /** Adds the data that depends on the caller to the profile in a conflict response. */
  present: (profile: UnseenProfile) => ExportProfile,
): Promise<UnseenProfile> => {
  const resource = await inProfileTransaction(deps, async tx => {
    const [storedProfile] = await tx.select().from(exportProfiles).where(eq(exportProfiles.id, id)).for('update');
    if (!storedProfile) throw new ApiFailure('notFound');
    const { name, file, columns, resource: profileResource } = storedProfile;
    const before = { name, file, columns };
    const after = {
      name: changes.name ?? name,
      file: changes.file ?? file,
      columns: changes.columns ?? columns,
    };
    if (isSame(before, after)) return null;
    if (version !== undefined && version !== getVersion(storedProfile))
      throw new ApiFailure('conflict', {
        message: translateExport('profileChanged', { name }),
        result: present(await readExportProfile(tx, id)),
      });
    await assertDistinct(tx, { ...after, resource: profileResource }, id);
    const updated_at = new Date(Math.max(deps.clock().getTime(), getVersion(storedProfile) + 1));
    const stamp = { updated_at, updated_by: by.id, acted_by: by.actorId };
    await tx
      .update(exportProfiles)
      .set({ ...after, ...stamp })
      .where(eq(exportProfiles.id, id));
    return profileResource;
  });
  if (resource !== null) announce(deps, resource);
  return readExportProfile(deps.db, id);
};

/** @throws {ApiFailure} 404 */
export const removeExportProfile = async (deps: ServerDeps, id: number): Promise<void> => {
  const [removedProfile] = await deps.db.delete(exportProfiles).where(eq(exportProfiles.id, id)).returning();
  if (!removedProfile) throw new ApiFailure('notFound');
  announce(deps, removedProfile.resource);
};
