import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { BUILD } from '#contract/limits.ts';
import { CommandError } from '../commands/command.ts';
import type { Database } from '../db/database.ts';
import { getSchemaVersion } from '../db/schemaVersion.ts';
import type { FileStore } from '../files/store.ts';
import { translateCommand } from '../translate.ts';
import { FILE_SUMS_FILE, formatFileSum, getTablePath, MANIFEST_FILE, type Manifest, SECRETS_FILE } from './manifest.ts';
import { dumpTables, readSequences } from './tables.ts';

/** A backup holds passwords' hashes, secrets and everybody's data. */
const PRIVATE_FOLDER = { recursive: true, mode: 0o700 } as const;
const PRIVATE_FILE = { mode: 0o600 } as const;

export interface BackupSource {
  dataDir: string;
  files: FileStore;
  /** Opens the database, or a copy of it, and closes it afterwards. */
  withDatabase: <R>(read: (db: Database) => Promise<R>) => Promise<R>;
}

/**
 * Writes a backup into a new folder, which gets its name when the backup is complete and checked. If that fails,
 * nothing of it stays.
 * @param check throws if the backup in the folder is damaged
 * @throws {CommandError} when the folder exists, or another backup to it has begun
 */
export const createBackup = async (
  folder: string,
  source: BackupSource,
  check: (folder: string) => Promise<unknown>,
): Promise<Manifest> => {
  if (existsSync(folder) && (await readdir(folder)).length > 0)
    throw new CommandError(translateCommand('failures.folderTaken', { folder }));
  const part = `${folder}.part`;
  await createPart(part);
  try {
    const manifest = await writeBackup(part, source);
    await check(part);
    // Not every system renames onto an empty folder.
    if (existsSync(folder)) await rmdir(folder);
    await rename(part, folder);
    return manifest;
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error;
  }
};

/** @throws {CommandError} when it exists, since another process may be writing it */
const createPart = async (part: string): Promise<void> => {
  await mkdir(dirname(part), PRIVATE_FOLDER);
  try {
    await mkdir(part, { mode: PRIVATE_FOLDER.mode });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new CommandError(translateCommand('failures.partTaken', { part }), undefined, { cause: error });
  }
};

/**
 * The tables are those of one moment. Files are copied after them. A picture that is removed meanwhile was already unused
 * for a day; the file of a table may have been needed by a run that has just ended, which a restore takes into account
 * (`settleRestored`).
 */
const writeBackup = async (part: string, source: BackupSource): Promise<Manifest> => {
  const database = await source.withDatabase(async db => ({
    tables: await writeTables(db, part),
    sequences: await readSequences(db),
  }));
  const manifest: Manifest = {
    format: 1,
    build: BUILD,
    schema: getSchemaVersion(),
    created_at: new Date().toISOString(),
    ...database,
    files: await copyFiles(source.files, part),
    secrets: await copySecrets(source.dataDir, part),
  };
  await writeFile(join(part, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`, PRIVATE_FILE);
  return manifest;
};

const writeTables = async (db: Database, folder: string): Promise<Manifest['tables']> => {
  await mkdir(join(folder, 'tables'), PRIVATE_FOLDER);
  let current: (TableFile & { table: string }) | undefined;
  try {
    const sums = await dumpTables(db, async (table, lines) => {
      if (current?.table !== table) {
        await current?.finish();
        current = { table, ...openTableFile(getTablePath(folder, table)) };
      }
      await current.write(lines);
    });
    await current?.finish();
    return sums;
  } catch (error) {
    await current?.abandon();
    throw error;
  }
};

interface TableFile {
  write: (lines: string) => Promise<void>;
  finish: () => Promise<void>;
  /** Closes the file after a failure, so that it can be removed. */
  abandon: () => Promise<void>;
}

const openTableFile = (path: string): TableFile => {
  const gzip = createGzip();
  const writing = pipeline(gzip, createWriteStream(path, PRIVATE_FILE));
  // Handled at once, because it may fail while nothing waits for it; `write` and `finish` still reject.
  const settled = writing.then(
    () => {},
    () => {},
  );
  return {
    write: async lines => {
      if (!gzip.write(lines)) await Promise.race([once(gzip, 'drain'), writing]);
    },
    finish: async () => {
      gzip.end();
      await writing;
    },
    abandon: async () => {
      gzip.destroy();
      await settled;
    },
  };
};

const copyFiles = async (files: FileStore, folder: string): Promise<Manifest['files']> => {
  const sums = await open(join(folder, FILE_SUMS_FILE), 'w', PRIVATE_FILE.mode);
  const hash = createHash('sha256');
  let [count, bytes] = [0, 0];
  try {
    for await (const { name } of files.list()) {
      const stored = await files.read(name);
      // Removed since it was listed.
      if (!stored) continue;
      const copied = await copyStream(stored.body, join(folder, 'files', name));
      const line = formatFileSum({ name, sha256: copied.sha256 });
      hash.update(line);
      await sums.write(line);
      count += 1;
      bytes += copied.bytes;
    }
  } finally {
    await sums.close();
  }
  return { count, bytes, sha256: hash.digest('hex') };
};

const copyStream = async (body: ReadableStream, path: string): Promise<{ bytes: number; sha256: string }> => {
  await mkdir(dirname(path), PRIVATE_FOLDER);
  const hash = createHash('sha256');
  let bytes = 0;
  const measure = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(Readable.fromWeb(body as never), measure, createWriteStream(path, PRIVATE_FILE));
  return { bytes, sha256: hash.digest('hex') };
};

const copySecrets = async (dataDir: string, folder: string): Promise<boolean> => {
  const path = join(dataDir, SECRETS_FILE);
  if (!existsSync(path)) return false;
  await writeFile(join(folder, SECRETS_FILE), await readFile(path), PRIVATE_FILE);
  return true;
};
