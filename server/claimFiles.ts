import { type Config, StartupError } from './config.ts';
import type { Database } from './db/database.ts';
import { installation } from './db/schema.ts';
import { StoreUnreachableError } from './files/outages.ts';
import { describeFileStore, type FileStore } from './files/store.ts';
import { ensureStoreId, readStoreId, STORE_ID_FILE } from './files/storeId.ts';
import { createFilesError } from './openInstallation.ts';
import { translate } from './translate.ts';

interface FilesInUse {
  db: Database;
  files: FileStore;
  config: Pick<Config, 'dataDir' | 'filesUrl'>;
}

const filesId = { id: installation.files_id };

/**
 * Makes sure that this server has the store of files that the database was used with. Servers with a store each would
 * show broken pictures and lose the tables of imports to each other. Call it once the database knows the installation.
 * @returns the store, which the server has to use from now on, since it goes on comparing
 * @throws {StartupError} when the store is another one, or has lost its id
 */
export const claimFiles = async ({ db, files, config }: FilesInUse): Promise<FileStore> => {
  // Servers that start at once wait here for the first one, which writes the id.
  const id = await db.transaction(async tx => {
    const [known] = await tx.select(filesId).from(installation).for('update');
    if (typeof known?.id === 'string') {
      await assertStore(known.id, files, config);
      return known.id;
    }
    const files_id = await ensureStoreId(files).catch(rethrow);
    await tx.update(installation).set({ files_id });
    return files_id;
  });
  return guardStore(files, id, config);
};

/** Where a shared folder is no longer mounted, there is an empty one on a disk of this server, or none. */
const guardStore = (files: FileStore, id: string, { filesUrl }: FilesInUse['config']): FileStore => {
  const assertThere = async (): Promise<void> => {
    if ((await readStoreId(files)) !== id)
      throw new StoreUnreachableError(`the store of files has another ${STORE_ID_FILE} than the database, or none`);
  };
  const check = async () => {
    await assertThere();
    await files.check();
  };
  // A bucket is where it was or does not answer, and asking it before each write would take as long as the write.
  if (filesUrl) return { ...files, check };
  return {
    ...files,
    check,
    put: async (...file) => {
      await assertThere();
      await files.put(...file);
    },
    read: async name => {
      const file = await files.read(name);
      if (!file) await assertThere();
      return file;
    },
    remove: async names => {
      await assertThere();
      await files.remove(names);
    },
  };
};

/** As `claimFiles`, but writes nothing: a database that no server has used yet may have any store. */
export const assertFiles = async ({ db, files, config }: FilesInUse): Promise<void> => {
  const [known] = await db.select(filesId).from(installation);
  if (typeof known?.id === 'string') await assertStore(known.id, files, config);
};

/** Makes the database accept this store of files from now on. One that no server has used yet does so anyway. */
export const acceptFiles = async ({ db, files }: Omit<FilesInUse, 'config'>): Promise<void> => {
  const [known] = await db.select(filesId).from(installation);
  if (known) await db.update(installation).set({ files_id: await ensureStoreId(files).catch(rethrow) });
};

const assertStore = async (expected: string, files: FileStore, config: FilesInUse['config']): Promise<void> => {
  const found = await readStoreId(files).catch(rethrow);
  if (found === expected) return;
  const { place } = describeFileStore(config);
  throw new StartupError(
    translate(found === null ? 'start.unknownFiles' : 'start.otherFiles', { place, file: STORE_ID_FILE }),
  );
};

const rethrow = (error: unknown): never => {
  throw createFilesError(error);
};
