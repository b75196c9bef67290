import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Config, StartupError } from './config.ts';
import { type OpenDatabase, openDatabase } from './db/database.ts';
import { UnsupportedDatabaseError } from './db/schemaVersion.ts';
import { createFileStore, type FileStore } from './files/store.ts';
import { lockDirectory } from './lock.ts';
import { translate } from './translate.ts';

export interface Installation {
  database: OpenDatabase;
  files: FileStore;
  close: () => Promise<void>;
}

/**
 * Opens what an installation stores, for a server or a command of the operator.
 * @param upgrade whether a database of an older build may be migrated
 * @throws {StartupError}
 */
export const openInstallation = async (config: Config, { upgrade = true } = {}): Promise<Installation> => {
  const release = claimDirectory(config);
  try {
    const database = await openConfiguredDatabase(config, upgrade);
    const close = async () => {
      await database.close();
      release();
    };
    try {
      return { database, files: await openFiles(config), close };
    } catch (error) {
      await database.close();
      throw error;
    }
  } catch (error) {
    release();
    throw error;
  }
};

/**
 * Creates and checks the data directory. Locks it only for the embedded database, since processes may share PostgreSQL.
 */
const claimDirectory = ({ dataDir, databaseUrl }: Config): (() => void) => {
  try {
    makeDirectory(dataDir);
    accessSync(dataDir, constants.W_OK);
    return databaseUrl ? () => {} : lockDirectory(dataDir);
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(translate('start.unwritable', { path: dataDir }));
  }
};

/**
 * Creates one folder at a time, because Node's recursive option never returns where the system answers ENOENT, as below
 * /proc.
 */
const makeDirectory = (path: string): void => {
  if (existsSync(path)) return;
  makeDirectory(dirname(path));
  mkdirSync(path);
};

const openConfiguredDatabase = async ({ dataDir, databaseUrl }: Config, upgrade: boolean): Promise<OpenDatabase> => {
  try {
    return await openDatabase({ dataDir, databaseUrl, upgrade });
  } catch (error) {
    if (error instanceof UnsupportedDatabaseError) throw createSchemaError(error);
    const reason = getReason(error);
    throw new StartupError(translate(databaseUrl ? 'start.database' : 'start.embedded', { path: dataDir, reason }), {
      cause: error,
    });
  }
};

export const createSchemaError = (error: UnsupportedDatabaseError): StartupError =>
  new StartupError(translate(`start.${error.kind}`, error.values), { cause: error });

const openFiles = async (config: Config): Promise<FileStore> => {
  const files = createFileStore(config);
  try {
    await files.check();
    return files;
  } catch (error) {
    throw createFilesError(error);
  }
};

export const createFilesError = (error: unknown): StartupError =>
  new StartupError(translate('start.files', { reason: getReason(error) }), { cause: error });

const getReason = (error: unknown): string =>
  error instanceof Error ? (error.cause instanceof Error ? error.cause : error).message : String(error);
