import { randomUUID } from 'node:crypto';
import { lstat, mkdir, open, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { folderFault } from '#contract/destination.ts';
import { NotDelivered } from './refusal.ts';
import type { Target } from './target.ts';

/**
 * A cafe whose files go to a folder below the one that the operator names. A file is there whole or not at all, also
 * after a power cut: it is written first under a name that nobody can foresee, where no link can be laid for it.
 */
export const folderTarget = (root: string, folder: string): Target => ({
  close: () => {},
  put: async ({ path, bytes }, signal) => {
    try {
      const name = basename(path);
      const place = await openFolder(root, folder, dirname(path));
      signal.throwIfAborted();
      const draft = join(place, `.${name}.${randomUUID()}.part`);
      try {
        const file = await open(draft, 'wx');
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(draft, join(place, name));
      } finally {
        await rm(draft, { force: true });
      }
    } catch (error) {
      if (error instanceof NotDelivered || signal.aborted) throw error;
      const { code = '' } = error as NodeJS.ErrnoException;
      throw new NotDelivered('folder', { reach: 'cafe', values: { code }, cause: error });
    }
  },
});

/** A folder of a cafe's own, made where it is not there; a link out of the root, or of the cafe's, leads nowhere. */
const openFolder = async (root: string, folder: string, path: string): Promise<string> => {
  if (folderFault(folder) !== null) throw outside();
  await mkdir(root, { recursive: true });
  return below(await below(await realpath(root), folder), path);
};

const below = async (top: string, path: string): Promise<string> => {
  let place = top;
  for (const part of path.split(sep)) {
    place = join(place, part);
    const found = await lstat(place).catch(absent);
    if (found === null) await mkdir(place).catch(unlessThere);
    place = await realpath(place);
    if (!place.startsWith(top + sep)) throw outside();
  }
  return place;
};

const outside = () => new NotDelivered('outside', { reach: 'cafe' });

const absent = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT') return null;
  throw error;
};

/** Another file of the same product may have made it meanwhile. */
const unlessThere = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'EEXIST') throw error;
};
