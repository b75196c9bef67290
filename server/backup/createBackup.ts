import { createHash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
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
  /**
   * Opens the database, or a copy of it made in the folder, and closes it afterwards.
   * @param folder a new folder beside the backup's own files
   */
  withDatabase: <R>(folder: string, read: (db: Database) => Promise<R>) => Promise<R>;
}

/**
 * Writes a backup into a new folder, which gets its name when the backup is complete. The tables are those of one
 * moment. Files are copied after them: a file that is removed meanwhile was already unused for a day.
 * @throws {CommandError} when the folder exists
 */
export const createBackup = async (folder: string, source: BackupSource): Promise<Manifest> => {
  if (existsSync(folder) && (await readdir(folder)).length > 0)
    throw new CommandError(translateCommand('failures.folderTaken', { folder }));
  const part = `${folder}.part`;
  await rm(part, { recursive: true, force: true });
  await mkdir(part, PRIVATE_FOLDER);
  const database = await source.withDatabase(join(part, 'copy'), async db => ({
    tables: await writeTables(db, part),
    sequences: await readSequences(db),
  }));
  await rm(join(part, 'copy'), { recursive: true, force: true });
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
  await rm(folder, { recursive: true, force: true });
  await rename(part, folder);
  return manifest;
};

const writeTables = async (db: Database, folder: string): Promise<Manifest['tables']> => {
  await mkdir(join(folder, 'tables'), PRIVATE_FOLDER);
  let current: { table: string; lines: Transform; done: Promise<void> } | undefined;
  const finish = async (): Promise<void> => {
    current?.lines.end();
    await current?.done;
  };
  const sums = await dumpTables(db, async (table, lines) => {
    if (current?.table !== table) {
      await finish();
      const gzip = createGzip();
      current = {
        table,
        lines: gzip,
        done: pipeline(gzip, createWriteStream(getTablePath(folder, table), PRIVATE_FILE)),
      };
    }
    if (!current.lines.write(lines)) await new Promise(resolve => current?.lines.once('drain', resolve));
  });
  await finish();
  return sums;
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
  await copyFile(path, join(folder, SECRETS_FILE));
  return true;
};
