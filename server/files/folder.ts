import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { FileStore } from './store.ts';

/** Uploads may be confidential: only the server's own user may read them. */
const PRIVATE = { folder: 0o700, file: 0o600 };

/**
 * Keeps files in the folder `files` of the data directory. Each is written under a temporary name first, so that a
 * crash never leaves half a file.
 */
export const createFolderStore = (dataDir: string): FileStore => {
  const pathOf = (name: string): string => join(dataDir, 'files', name);
  return {
    put: async (name, bytes) => {
      const path = pathOf(name);
      const draft = `${path}.${randomUUID()}`;
      await mkdir(dirname(path), { recursive: true, mode: PRIVATE.folder });
      try {
        await writeFile(draft, bytes, { mode: PRIVATE.file });
        await rename(draft, path);
      } finally {
        await rm(draft, { force: true });
      }
    },
    read: async name => {
      const file = await open(pathOf(name)).catch(absent);
      if (!file) return null;
      const { size } = await file.stat();
      return { body: Readable.toWeb(file.createReadStream()) as ReadableStream, bytes: size };
    },
    remove: async names => {
      for (const name of names) await rm(pathOf(name), { force: true });
    },
    // Startup has already checked that the data directory is writable.
    check: () => Promise.resolve(),
  };
};

const absent = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
};
