import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { createBackup } from '../backup/createBackup.ts';
import type { Manifest } from '../backup/manifest.ts';
import { restoreBackup, verifyBackup } from '../backup/restoreBackup.ts';
import { assertFiles } from '../claimFiles.ts';
import { type Config, StartupError } from '../config.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { createFileStore } from '../files/store.ts';
import { lockDirectory } from '../lock.ts';
import { getLanguage, translateCommand } from '../translate.ts';
import { CommandError, type Outcome, shellCommand } from './command.ts';
import { assertInstalled, execute, withInstallation } from './connect.ts';
import { getCopyPlace } from './databaseCopy.ts';

const Folder = z
  .string()
  .min(1)
  .transform(path => resolve(path));

export const backup = shellCommand({
  about: 'backup',
  positionals: ['folder'],
  input: z.object({ folder: Folder, 'skip-check': z.boolean().default(false) }),
  runHere: async (config, { folder, 'skip-check': isUnchecked }) => {
    // Before anything is written.
    assertInstalled(config);
    const { dataDir } = config;
    const files = createFileStore(config);
    const source = {
      dataDir,
      files,
      withDatabase: <R>(read: (db: Database) => Promise<R>) =>
        readDatabase(config, async db => {
          // A backup from a computer with other settings would be complete but for the files.
          await assertFiles({ db, files, config });
          return read(db);
        }),
    };
    const manifest = await createBackup(folder, source, isUnchecked ? () => Promise.resolve() : verifyBackup);
    return summarise('backup', folder, manifest);
  },
});

/**
 * The embedded database is copied first, and the copy is read here: the server has to wait only for the copying of
 * files. PostgreSQL lets others write while it is read.
 */
const readDatabase = async <R>(config: Config, read: (db: Database) => Promise<R>): Promise<R> => {
  if (config.databaseUrl) return withInstallation(config, ({ db }) => read(db));
  const place = getCopyPlace(config.dataDir);
  const unlock = lockCopy(place);
  const removeCopy = () => rm(join(place, 'database'), { recursive: true, force: true });
  try {
    // A killed command has left its copy.
    await removeCopy();
    await execute(config, 'database copy', {});
    const { db, close } = await openDatabase({ dataDir: place, upgrade: false });
    try {
      return await read(db);
    } finally {
      await close();
    }
  } finally {
    await removeCopy();
    unlock();
  }
};

/** @throws {CommandError} while another backup reads a copy there */
const lockCopy = (place: string): (() => void) => {
  try {
    return lockDirectory(place);
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    throw new CommandError(translateCommand('failures.copyTaken'), undefined, { cause: error });
  }
};

export const verify = shellCommand({
  about: 'verify',
  positionals: ['folder'],
  input: z.object({ folder: Folder }),
  runHere: async (_config, { folder }) => summarise('verified', folder, await verifyBackup(folder)),
});

export const restore = shellCommand({
  about: 'restore',
  positionals: ['folder'],
  input: z.object({ folder: Folder }),
  runHere: async (config, { folder }) => {
    const { dataDir } = config;
    const manifest = await withInstallation(config, ({ db, files }) => restoreBackup(folder, { dataDir, db, files }), {
      createsDatabase: true,
    });
    return summarise('restored', folder, manifest);
  },
});

const summarise = (text: 'backup' | 'verified' | 'restored', folder: string, manifest: Manifest): Outcome => {
  const { tables, files, build, schema, created_at } = manifest;
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  const counts = { tables: Object.keys(tables).length, rows, files: files.count, bytes: files.bytes };
  return {
    result: { folder, build, schema, created_at, ...counts },
    lines: [translateCommand(`done.${text}`, { folder, ...counts, bytes: formatBytes(files.bytes) })],
  };
};

const formatBytes = (bytes: number): string =>
  new Intl.NumberFormat(getLanguage(), {
    style: 'unit',
    unit: 'megabyte',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(bytes / 1e6);
