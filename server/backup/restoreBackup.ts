import { existsSync, openAsBlob } from 'node:fs';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { pictureMediaTypes } from '#contract/images.ts';
import { CommandError } from '../commands/command.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { getSchemaVersion } from '../db/schemaVersion.ts';
import type { FileStore } from '../files/store.ts';
import { translateCommand } from '../translate.ts';
import { assertEmptyDatabase, assertTableSums, loadTables } from './loadTables.ts';
import { type FileSum, hashFile, type Manifest, readFileSums, readManifest, SECRETS_FILE } from './manifest.ts';

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

/**
 * Restores a backup into an empty database and an empty store of files, and checks the sums of everything restored.
 * @throws {CommandError} when the target is not empty, or the backup is damaged or of another schema
 */
export const restoreBackup = async (folder: string, { dataDir, db, files }: RestoreTarget): Promise<Manifest> => {
  const manifest = await readOwnManifest(folder);
  const sums = await readFileSums(folder, manifest);
  await assertTableSums(folder, manifest);
  await assertEmptyDatabase(db);
  for await (const { name } of files.list()) throw new CommandError(translateCommand('failures.filesUsed', { name }));
  if (manifest.secrets) await restoreSecrets(folder, dataDir);
  for (const sum of sums) await restoreFile(folder, files, sum);
  await loadTables(db, folder, manifest);
  return manifest;
};

/** @throws {CommandError} when there already are other ones */
const restoreSecrets = async (folder: string, dataDir: string): Promise<void> => {
  const [from, to] = [join(folder, SECRETS_FILE), join(dataDir, SECRETS_FILE)];
  if (!existsSync(to)) await copyFile(from, to);
  else if (!(await readFile(from)).equals(await readFile(to)))
    throw new CommandError(translateCommand('failures.otherSecrets', { path: to }));
};

const mediaTypes = new Map<string, string>(
  Object.entries(pictureMediaTypes).map(([ending, type]) => [`.${ending}`, type]),
);

const restoreFile = async (folder: string, files: FileStore, { name, sha256 }: FileSum): Promise<void> => {
  const path = join(folder, 'files', name);
  await assertFileSum(path, { name, sha256 });
  await files.put(name, await openAsBlob(path), mediaTypes.get(extname(name)) ?? 'application/octet-stream');
};

const assertFileSum = async (path: string, { name, sha256 }: FileSum): Promise<void> => {
  const sum = await hashFile(path).catch(() => null);
  if (sum !== sha256) throw new CommandError(translateCommand('failures.damagedPart', { part: `files/${name}` }));
};

/**
 * Checks a backup without a target: restores its tables into an embedded database beside it, which is then removed, and
 * compares the sums of its files.
 * @throws {CommandError} naming the first damaged part
 */
export const verifyBackup = async (folder: string): Promise<Manifest> => {
  const manifest = await readOwnManifest(folder);
  await assertTableSums(folder, manifest);
  for (const sum of await readFileSums(folder, manifest)) await assertFileSum(join(folder, 'files', sum.name), sum);
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
