import { randomUUID } from 'node:crypto';
import { lstat, mkdir, open, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { validateFolder } from '#contract/destination.ts';
import { DeliveryError } from './refusal.ts';
import type { DeliveryTarget } from './target.ts';

/**
 * The target for a cafe with a folder below the operator's root folder. Each file is first written under another name,
 * so that even after a power cut it is either complete or absent. This name is random, so that nobody can prepare a
 * symbolic link with it.
 */
export const createFolderTarget = (root: string, folder: string): DeliveryTarget => ({
  close: () => {},
  put: async ({ path, bytes }, signal) => {
    try {
      const name = basename(path);
      const folderPath = await openFolder(root, folder, dirname(path));
      signal.throwIfAborted();
      const draft = join(folderPath, `.${name}.${randomUUID()}.part`);
      try {
        const file = await open(draft, 'wx');
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(draft, join(folderPath, name));
      } finally {
        await rm(draft, { force: true });
      }
    } catch (error) {
      if (error instanceof DeliveryError || signal.aborted) throw error;
      const { code = '' } = error as NodeJS.ErrnoException;
      throw new DeliveryError('folder', { scope: 'cafe', values: { code }, cause: error });
    }
  },
});

/**
 * Creates missing folders one by one and resolves symbolic links, so that no path leads out of the root folder or the
 * cafe's folder.
 */
const openFolder = async (root: string, folder: string, path: string): Promise<string> => {
  if (validateFolder(folder) !== null) throw createOutsideError();
  await mkdir(root, { recursive: true });
  return resolveInside(await resolveInside(await realpath(root), folder), path);
};

const resolveInside = async (topFolder: string, path: string): Promise<string> => {
  let currentPath = topFolder;
  for (const segment of path.split(sep)) {
    currentPath = join(currentPath, segment);
    const stats = await lstat(currentPath).catch(nullIfAbsent);
    if (stats === null) await mkdir(currentPath).catch(ignoreExisting);
    currentPath = await realpath(currentPath);
    if (!currentPath.startsWith(topFolder + sep)) throw createOutsideError();
  }
  return currentPath;
};

const createOutsideError = () => new DeliveryError('outside', { scope: 'cafe' });

const nullIfAbsent = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT') return null;
  throw error;
};

/** Ignores an existing folder, because another file of the same product may have created it at the same time. */
const ignoreExisting = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'EEXIST') throw error;
};
