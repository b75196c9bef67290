import { existsSync, openAsBlob } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { pictureMediaTypes } from '#contract/images.ts';
import { acceptFiles } from '../claimFiles.ts';
import { CommandError } from '../commands/command.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { getSchemaVersion } from '../db/schemaVersion.ts';
import type { FileStore } from '../files/store.ts';
import { translateCommand } from '../translate.ts';
import { assertEmptyDatabase, assertTableSums, loadTables } from './loadTables.ts';
import {
  createDamageError,
  type FileSum,
  hashFile,
  type Manifest,
  readFileSums,
  readManifest,
  SECRETS_FILE,
} from './manifest.ts';
import { settleRestored } from './settleRestored.ts';

export interface RestoreTarget {
  dataDir: string;
  db: Database;
  files: FileStore;
}

/** @throws {CommandError} when the backup has another schema, since only the build that made it knows that */
const readOwnManifest = async (folder: string): Promise<Manifest> => {
  const manifest = await readManifest(folder);
  if (manifest.schema !== getSchemaVersion())
    throw new CommandError(translateCommand('failures.otherSchema', { build: manifest.build }));
  return manifest;
};

/** @throws {CommandError} naming the first part whose stored bytes differ from their sum */
const assertSums = async (folder: string, manifest: Manifest): Promise<FileSum[]> => {
  await assertTableSums(folder, manifest);
  if (manifest.secrets && !existsSync(join(folder, SECRETS_FILE))) throw createDamageError(SECRETS_FILE);
  const sums = await readFileSums(folder, manifest);
  for (const { name, sha256 } of sums) {
    const sum = await hashFile(join(folder, 'files', name)).catch(() => null);
    if (sum !== sha256) throw createDamageError(`files/${name}`);
  }
  return sums;
};

/**
 * Restores a backup into an empty database and an empty store of files, and ends what was under way in it. If that fails,
 * both are empty again.
 * @throws {CommandError} when the target is not empty, or the backup is damaged or of another schema
 */
export const restoreBackup = async (folder: string, { dataDir, db, files }: RestoreTarget): Promise<Manifest> => {
  const manifest = await readOwnManifest(folder);
  const sums = await assertSums(folder, manifest);
  await assertEmptyDatabase(db);
  for await (const { name } of files.list()) throw new CommandError(translateCommand('failures.filesUsed', { name }));
  const isNewSecrets = manifest.secrets && (await lacksSecrets(folder, dataDir));
  const stored: string[] = [];
  try {
    if (isNewSecrets)
      // Not copied, since a copy would have the mode that the backup has got on its way here.
      await writeFile(join(dataDir, SECRETS_FILE), await readFile(join(folder, SECRETS_FILE)), { mode: 0o600 });
    for (const { name } of sums) {
      // Noted first, since a store may have it even though it reported a failure.
      stored.push(name);
      await restoreFile(folder, files, name);
    }
    // Last, because this is one transaction.
    await db.transaction(async tx => {
      await loadTables(tx, folder, manifest);
      await acceptFiles({ db: tx, files });
      await settleRestored(tx, new Set(stored));
    });
  } catch (error) {
    // What made the restore fail may make this fail too, and is the error to show.
    await files.remove(stored).catch(() => {});
    if (isNewSecrets) await rm(join(dataDir, SECRETS_FILE), { force: true });
    throw error;
  }
  return manifest;
};

/** @throws {CommandError} when there are other ones */
const lacksSecrets = async (folder: string, dataDir: string): Promise<boolean> => {
  const [from, to] = [join(folder, SECRETS_FILE), join(dataDir, SECRETS_FILE)];
  if (!existsSync(to)) return true;
  if ((await readFile(from)).equals(await readFile(to))) return false;
  throw new CommandError(translateCommand('failures.otherSecrets', { path: to }));
};

const mediaTypes = new Map<string, string>(
  Object.entries(pictureMediaTypes).map(([ending, type]) => [`.${ending}`, type]),
);

const restoreFile = async (folder: string, files: FileStore, name: string): Promise<void> => {
  const blob = await openAsBlob(join(folder, 'files', name));
  await files.put(name, blob, mediaTypes.get(extname(name)) ?? 'application/octet-stream');
};

/**
 * Checks a backup without a target: restores its tables into an embedded database beside it, which is then removed, and
 * compares the sums of its files.
 * @throws {CommandError} naming the first damaged part
 */
export const verifyBackup = async (folder: string): Promise<Manifest> => {
  const manifest = await readOwnManifest(folder);
  await assertSums(folder, manifest);
  const trial = await mkdtemp(join(dirname(folder), '.vitrina-verify-'));
  try {
    const { db, close } = await openDatabase({ dataDir: trial });
    try {
      await loadTables(db, folder, manifest);
    } finally {
      await close();
    }
  } finally {
    await rm(trial, { recursive: true, force: true });
  }
  return manifest;
};
