import { randomUUID } from 'node:crypto';
import { createWriteStream, openAsBlob } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { and, desc, eq, gt, inArray, lte, or, sql } from 'drizzle-orm';
import { type ImageArchive, preparedLimits } from '#contract/preparing.ts';
import type { Database } from '../../db/database.ts';
import { importSources, preparedImports, runs } from '../../db/schema.ts';
import type { ServerDeps } from '../../http/deps.ts';
import { ApiFailure } from '../../http/errors.ts';
import { activeStatuses } from '../../jobs/runs.ts';
import { translateImport } from '../../translate.ts';
import type { RecognisedProfile } from '../profiles/recognise.ts';
import { clearFolder, type SavedUpload } from '../upload.ts';
import { applyChoices, type ParsedChoices } from './choices.ts';

export type StoredPreparedImport = typeof preparedImports.$inferSelect;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const getUploadFolder = (dataDir: string): string => join(dataDir, 'prepared');
export const getStoredFileName = (key: string): string => `imports/${key}`;
/** All archives of a table are removed together with it, so that a crash orphans none. */
const getStoredArchiveName = (key: string, archiveKey: string): string =>
  `${getStoredFileName(key)}.${archiveKey}.images`;
/** The files that a table needs to be imported. */
export const listStoredFiles = ({
  key,
  image_archive,
}: Pick<StoredPreparedImport, 'key' | 'image_archive'>): string[] => [
  getStoredFileName(key),
  ...(image_archive ? [getStoredArchiveName(key, image_archive.key)] : []),
];
const getLocalPath = ({ config }: Pick<ServerDeps, 'config'>, key: string): string =>
  join(getUploadFolder(config.dataDir), key);
export const createRowsPath = (deps: Pick<ServerDeps, 'config'>, { key }: Pick<StoredPreparedImport, 'key'>): string =>
  `${getLocalPath(deps, key)}.${randomUUID()}.rows`;

const computeExpiry = (now: Date): Date => new Date(now.getTime() + preparedLimits.days * DAY_MS);

interface UploadOwner {
  userId: number;
  /** @param path of the stored table */
  findProfile: (path: string) => Promise<RecognisedProfile | null>;
  audience?: StoredPreparedImport['audience'];
}

/**
 * Stores an upload in the file store, where every server process finds it. The row is inserted first, as already
 * expired, until the file is stored. If a crash leaves the file without its upload, the file is thus removed like an
 * expired upload.
 * @throws {ApiFailure} 409 when the user has reached the maximum number of uploads
 */
export const storeUpload = async (
  deps: ServerDeps,
  { path, fileName }: SavedUpload,
  { userId, findProfile, audience = 'owner' }: UploadOwner,
): Promise<StoredPreparedImport> => {
  const key = basename(path);
  const now = deps.clock();
  const [startedImport] = await deps.db
    .insert(preparedImports)
    .values({
      user_id: userId,
      audience,
      file_name: fileName,
      key,
      corrections: { cells: {}, alike: [] },
      left_out: [],
      created_at: now,
      expires_at: now,
    })
    .returning();
  if (!startedImport) throw new Error('a prepared import was not written');
  try {
    await deps.files.put(getStoredFileName(key), await openAsBlob(path), 'application/octet-stream');
    await mkdir(getUploadFolder(deps.config.dataDir), { recursive: true });
    const localPath = getLocalPath(deps, key);
    await rename(path, localPath);
    return await publishPreparedImport(deps, startedImport, await findProfile(localPath));
  } catch (error) {
    await removePreparedImport(deps, startedImport);
    throw error;
  }
};

/** Serialised per user, so that simultaneous uploads cannot exceed the limit together. */
const publishPreparedImport = (
  deps: ServerDeps,
  { id, user_id, audience }: StoredPreparedImport,
  profile: RecognisedProfile | null,
): Promise<StoredPreparedImport> =>
  deps.db.transaction(async tx => {
    if (audience === 'owner') {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtext('prepared imports'), ${user_id})`);
      await assertCanStoreUpload(deps, user_id, tx);
    }
    const [insertedImport] = await tx
      .update(preparedImports)
      .set({ expires_at: computeExpiry(deps.clock()), ...(profile && takeProfileColumns(profile)) })
      .where(eq(preparedImports.id, id))
      .returning();
    if (!insertedImport) throw new UploadGoneFailure();
    return insertedImport;
  });

/**
 * Refuses instead of deleting old uploads to make room, because their corrections are work that exists nowhere else.
 * @throws {ApiFailure} 409
 */
export const assertCanStoreUpload = async (deps: ServerDeps, userId: number, db: Database = deps.db): Promise<void> => {
  const limit = preparedLimits.uploads;
  const isOwn = and(eq(preparedImports.user_id, userId), eq(preparedImports.audience, 'owner'));
  if ((await db.$count(preparedImports, and(isOwn, isPresent(deps)))) >= limit)
    throw new ApiFailure('conflict', { message: translateImport('refused.tooManyKept', { limit }) });
};

const takeProfileColumns = ({ id, mapping }: RecognisedProfile) => ({
  mapping,
  profile_id: id,
  clear: mapping.clears,
});

const isPresent = (deps: Pick<ServerDeps, 'clock'>) => gt(preparedImports.expires_at, deps.clock());

/** The uploads that a user may see and change: the user's own uploads and scheduled uploads. */
const ownUploadCondition = (deps: Pick<ServerDeps, 'clock'>, userId: number) =>
  and(
    or(
      eq(preparedImports.audience, 'everyone'),
      and(eq(preparedImports.user_id, userId), eq(preparedImports.audience, 'owner')),
    ),
    isPresent(deps),
  );

export const listPreparedImports = (deps: ServerDeps, userId: number): Promise<StoredPreparedImport[]> =>
  deps.db.select().from(preparedImports).where(ownUploadCondition(deps, userId)).orderBy(desc(preparedImports.id));

interface OwnUpload {
  id: number;
  userId: number;
}

const selectOwn = (deps: Pick<ServerDeps, 'clock'>, db: Database, { id, userId }: OwnUpload) =>
  db
    .select()
    .from(preparedImports)
    .where(and(eq(preparedImports.id, id), ownUploadCondition(deps, userId)));

/** The upload has expired, was removed or was imported. */
export class UploadGoneFailure extends ApiFailure {
  constructor() {
    super('notFound', { message: translateImport('refused.preparedGone') });
  }
}

/** @throws {ApiFailure} 404 if the upload is another user's own, has expired or was imported */
export const readPreparedImport = async (deps: ServerDeps, ownUpload: OwnUpload): Promise<StoredPreparedImport> => {
  const [preparedImport] = await selectOwn(deps, deps.db, ownUpload);
  if (!preparedImport) throw new UploadGoneFailure();
  return preparedImport;
};

/**
 * Returns the path of the file on this server's disk, fetching it from the store if necessary.
 * @throws {ApiFailure} 404
 */
export const fetchLocalFile = (deps: ServerDeps, { key }: Pick<StoredPreparedImport, 'key'>): Promise<string> =>
  fetchLocalCopy(deps, getStoredFileName(key), getLocalPath(deps, key));

/** Like `fetchLocalFile`, for an image archive of the table. @throws {ApiFailure} 404 */
export const fetchImageArchive = (deps: ServerDeps, key: string, archiveKey: string): Promise<string> =>
  fetchLocalCopy(deps, getStoredArchiveName(key, archiveKey), getLocalPath(deps, `${key}.${archiveKey}`));

const fetchLocalCopy = async (deps: ServerDeps, storedName: string, file: string): Promise<string> => {
  if (await stat(file).catch(() => null)) return file;
  const storedFile = await deps.files.read(storedName);
  if (!storedFile) throw new UploadGoneFailure();
  await mkdir(getUploadFolder(deps.config.dataDir), { recursive: true });
  // A path of its own, because two calls may need the file at once.
  const partPath = `${file}.${randomUUID()}.part`;
  await pipeline(Readable.fromWeb(storedFile.body as never), createWriteStream(partPath, { mode: 0o600 }));
  await rename(partPath, file);
  return file;
};

/** The choices were changed since the revision that the caller has seen. */
export class OutdatedRevision extends Error {
  readonly preparedImport: StoredPreparedImport;

  constructor(preparedImport: StoredPreparedImport) {
    super('the revision of a prepared import is outdated');
    this.preparedImport = preparedImport;
  }
}

/** @throws {OutdatedRevision} Without a revision, whatever is stored counts as seen. */
export const assertRevisionSeen = (preparedImport: StoredPreparedImport, revision: number | undefined): void => {
  if (revision !== undefined && revision !== preparedImport.revision) throw new OutdatedRevision(preparedImport);
};

export type SeenUpload = Pick<StoredPreparedImport, 'id' | 'revision'>;

/**
 * Keeps an upload as the caller has seen it until the end of the transaction.
 * @throws {ApiFailure} 404 if it is gone; {OutdatedRevision}
 */
export const lockSeenUpload = async (
  deps: Pick<ServerDeps, 'clock'>,
  tx: Database,
  { id, revision }: SeenUpload,
): Promise<void> => {
  const idCondition = eq(preparedImports.id, id);
  const [stored] = await tx
    .select()
    .from(preparedImports)
    .where(and(idCondition, isPresent(deps)))
    .for('update');
  if (!stored) throw new UploadGoneFailure();
  assertRevisionSeen(stored, revision);
};

/** @throws {OutdatedRevision} */
export const changePreparedImport = (
  deps: ServerDeps,
  ownUpload: OwnUpload,
  changes: ParsedChoices,
): Promise<StoredPreparedImport> =>
  updatePreparedImport(deps, ownUpload, before => {
    const { clear, mapping } = changes;
    assertRevisionSeen(before, changes.revision);
    return {
      ...(clear !== undefined && { clear }),
      ...(mapping !== undefined && { mapping }),
      ...(changes.profile && takeProfileColumns(changes.profile)),
      ...applyChoices(before, changes),
    };
  });

const updatePreparedImport = (
  deps: ServerDeps,
  own: OwnUpload,
  change: (
    before: StoredPreparedImport,
    tx: Database,
  ) => Partial<StoredPreparedImport> | Promise<Partial<StoredPreparedImport>>,
): Promise<StoredPreparedImport> =>
  deps.db.transaction(async tx => {
    const [before] = await selectOwn(deps, tx, own).for('update');
    if (!before) throw new UploadGoneFailure();
    const [after] = await tx
      .update(preparedImports)
      .set({
        ...(await change(before, tx)),
        revision: before.revision + 1,
        expires_at: computeExpiry(deps.clock()),
      })
      .where(eq(preparedImports.id, before.id))
      .returning();
    if (!after) throw new Error('a prepared import is gone while it is locked');
    return after;
  });

/**
 * Stores an image archive that belongs to a table, or removes the table's archive. Each archive has a name of its own, so
 * that the row always describes the file that it refers to, wherever a crash interrupts the change.
 * @throws {ApiFailure} 404; 409 while the table is being imported, since the run reads the archive
 */
export const changeImageArchive = async (
  deps: ServerDeps,
  own: OwnUpload,
  archive: { path: string; image: ImageArchive } | null,
): Promise<StoredPreparedImport> => {
  const { key } = await readPreparedImport(deps, own);
  const stored = archive && { ...archive.image, key: randomUUID() };
  if (archive && stored)
    await deps.files.put(getStoredArchiveName(key, stored.key), await openAsBlob(archive.path), 'application/zip');
  const remove = (archives: readonly { key: string }[]) =>
    deps.files.remove(archives.map(unused => getStoredArchiveName(key, unused.key)));
  const replaced: { key: string }[] = [];
  try {
    const changed = await updatePreparedImport(deps, own, async (before, tx) => {
      if (await isBeingImported(tx, key))
        throw new ApiFailure('conflict', { message: translateImport('refused.archiveInUse') });
      if (before.image_archive) replaced.push(before.image_archive);
      return { image_archive: stored };
    });
    deps.backgroundTasks.run('removal of a replaced archive of images', () => remove(replaced));
    return changed;
  } catch (error) {
    // After any other error, the row may refer to the archive nevertheless.
    if (stored && error instanceof ApiFailure) await remove([stored]);
    throw error;
  }
};

/** Marks the upload as expired first, so that the next `prunePreparedImports` completes an interrupted removal. */
export const removePreparedImport = async (
  deps: ServerDeps,
  preparedImport: Pick<StoredPreparedImport, 'id' | 'key'>,
): Promise<void> => {
  const idCondition = eq(preparedImports.id, preparedImport.id);
  await deps.db.update(preparedImports).set({ expires_at: deps.clock() }).where(idCondition);
  if (!(await isBeingImported(deps.db, preparedImport.key))) await removeStoredFiles(deps, preparedImport.key);
  await deps.db.delete(preparedImports).where(idCondition);
};

/** An active run needs its file, which is removed when the run ends. */
const isBeingImported = async (db: Database, key: string): Promise<boolean> => {
  const active = db
    .select({ id: runs.id })
    .from(runs)
    .where(inArray(runs.status, [...activeStatuses]));
  return (await db.$count(importSources, and(eq(importSources.key, key), inArray(importSources.run_id, active)))) > 0;
};

export const removeStoredFiles = async (deps: ServerDeps, key: string): Promise<void> => {
  const names = [getStoredFileName(key)];
  for await (const { name } of deps.files.list(`${getStoredFileName(key)}.`)) names.push(name);
  await deps.files.remove(names);
  const folder = getUploadFolder(deps.config.dataDir);
  const isOwn = (name: string) => name === key || name.startsWith(`${key}.`);
  const localNames = (await readdir(folder).catch(() => [])).filter(isOwn);
  for (const name of localNames) await rm(join(folder, name), { force: true });
};

/**
 * Removes expired uploads, and local files that have not been read for the same time. Waits another hour after the
 * expiry, because an upload that is being stored is marked as expired too.
 */
export const prunePreparedImports = async (deps: ServerDeps): Promise<void> => {
  const expiredImports = await deps.db
    .select({ id: preparedImports.id, key: preparedImports.key })
    .from(preparedImports)
    .where(lte(preparedImports.expires_at, new Date(deps.clock().getTime() - HOUR_MS)));
  for (const expiredImport of expiredImports) await removePreparedImport(deps, expiredImport);
  await clearFolder(getUploadFolder(deps.config.dataDir), preparedLimits.days * DAY_MS);
};
