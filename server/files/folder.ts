import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import type { FileStore, ListedFile } from './store.ts';
import { STORE_ID_FILE } from './storeId.ts';

/** Uploads may be confidential: only the server's own user may read them. */
const PRIVATE_MODES = { folder: 0o700, file: 0o600 };

/**
 * Stores files in the folder `files` of the data directory. Each file is first written under a temporary name, so that
 * a crash never leaves a partial file. It is flushed to disk before it is reported as stored, so that no record refers
 * to a file that was lost in a power cut.
 */
export const createFolderStore = (dataDir: string): FileStore => {
  const getPath = (name: string): string => join(dataDir, 'files', name);
  return {
    put: async (name, bytes) => {
      const path = getPath(name);
      const draft = `${path}.${randomUUID()}`;
      const folder = dirname(path);
      const createdFolder = await mkdir(folder, { recursive: true, mode: PRIVATE_MODES.folder });
      try {
        await writeAndSync(draft, bytes);
        await rename(draft, path);
        await syncFolders(folder, createdFolder && dirname(createdFolder));
      } finally {
        await rm(draft, { force: true });
      }
    },
    read: async name => {
      const file = await open(getPath(name)).catch(nullIfAbsent);
      if (!file) return null;
      const { size } = await file.stat();
      return { body: Readable.toWeb(file.createReadStream()) as ReadableStream, bytes: size };
    },
    remove: async names => {
      for (const name of names) await rm(getPath(name), { force: true });
    },
    list: (prefix = '') => listFiles(join(dataDir, 'files'), prefix),
    check: async () => {
      const folder = join(dataDir, 'files');
      await mkdir(folder, { recursive: true, mode: PRIVATE_MODES.folder });
      await access(folder, constants.W_OK);
    },
  };
};

/** Names of files being written end in the id of `put`. */
const isDraft = (name: string): boolean => /\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name);

async function* listFiles(
  root: string,
  prefix: string,
  folder = join(root, dirname(prefix)),
): AsyncGenerator<ListedFile> {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(nullIfAbsent)) ?? [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* listFiles(root, prefix, path);
    else if (!isDraft(entry.name)) {
      const name = relative(root, path).replaceAll(sep, '/');
      const found = name.startsWith(prefix) && (await stat(path).catch(nullIfAbsent));
      if (found && name !== STORE_ID_FILE) yield { name, bytes: found.size, modifiedAt: found.mtime };
    }
  }
}

const writeAndSync = async (path: string, bytes: Uint8Array | Blob): Promise<void> => {
  const file = await open(path, 'w', PRIVATE_MODES.file);
  try {
    // Each write continues where the previous one ended.
    for await (const chunk of bytes instanceof Blob ? bytes.stream() : [bytes]) await file.writeFile(chunk);
    await file.sync();
  } finally {
    await file.close();
  }
};

/** A new file survives a power cut only if the entries of all new folders above it are on disk too. */
export const syncFolders = async (folder: string, upTo = folder): Promise<void> => {
  // Windows cannot open folders; it flushes their entries on its own.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync().catch(ignoreUnsupported);
  } finally {
    await handle.close();
  }
  if (folder !== upTo) await syncFolders(dirname(folder), upTo);
};

/** Some file systems, such as shares of Windows, cannot flush a folder and leave it to the other side. */
const ignoreUnsupported = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'EINVAL' && error.code !== 'ENOTSUP') throw error;
};

const nullIfAbsent = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
};
