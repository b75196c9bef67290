import { randomUUID } from 'node:crypto';
import { lstat, mkdir, open, readdir, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import pLimit from 'p-limit';
import { validateFolder } from '#contract/destination.ts';
import { syncFolders } from '../../files/folder.ts';
import { computeUploadLimit, SLOWEST_LINE } from '../../outgoing/uploadLimit.ts';
import { withTimeout } from '../../withTimeout.ts';
import { DeliveryError } from './refusal.ts';
import type { DeliveryTarget, FileUpload } from './target.ts';

/**
 * The target for a cafe with a folder below the operator's root folder. Each file is first written under another name,
 * so that even after a power cut it is either complete or absent. This name is random, so that nobody can prepare a
 * symbolic link with it.
 */
export const createFolderTarget = (root: RootFolder, folder: string, answerMs = ANSWER_MS): DeliveryTarget => {
  let opened: Promise<CafeFolder> | undefined;
  return {
    close: () => {},
    check: hasReceived =>
      answerInTime(() => checkFolder(root, folder, hasReceived), answerMs).catch(throwDeliveryError),
    put: async (file, signal) => {
      const write = async (givenUp: AbortSignal): Promise<void> => {
        opened ??= openFolder(root, folder);
        await writeFile(await opened, file, AbortSignal.any([signal, givenUp]));
      };
      try {
        await answerInTime(write, computeUploadLimit(answerMs, file.bytes.byteLength, SLOWEST_LINE));
      } catch (error) {
        if (signal.aborted) throw error;
        throwDeliveryError(error);
      }
    },
  };
};

/** In ms, with waiting for a turn. Writing a file may take longer by what its bytes take on the slowest line. */
const ANSWER_MS = 120_000;

/**
 * The folders of all cafes take turns. A network disk that does not answer blocks a thread for as long, and Node has four
 * threads for files, so one is left for everything else.
 */
const inTurn = pLimit(3);

/**
 * @param operation keeps its turn until it ends, also after it has been given up, when its signal is aborted
 * @throws {UnansweredError}
 */
const answerInTime = async <T>(operation: (signal: AbortSignal) => Promise<T>, ms: number): Promise<T> => {
  const givenUp = new AbortController();
  const turn = inTurn(() => {
    givenUp.signal.throwIfAborted();
    return operation(givenUp.signal);
  });
  return withTimeout(turn, ms, UnansweredError).finally(() => givenUp.abort());
};

class UnansweredError extends DeliveryError {
  constructor() {
    super('unanswered', { scope: 'cafe' });
  }
}

interface RootFolder {
  path: string;
  /** Whether it is part of `DATA_DIR`. Any other may be a disk that is not mounted, so it is not created. */
  isOwn: boolean;
}

/**
 * Marks a folder that has received files, so that it can be told from an empty mount point even if its reader takes all
 * files away.
 */
const MARKER = '.vitrina';

const checkFolder = async (root: RootFolder, folder: string, hasReceived: boolean): Promise<void> => {
  if (validateFolder(folder) !== null) throw createOutsideError();
  if (!root.isOwn) await openRoot(root);
  if (!hasReceived) return;
  // A folder of an earlier version has no marker, so its files are enough.
  const names = await readdir(join(root.path, folder)).catch(nullIfAbsent);
  if (!names?.length) throw new DeliveryError('emptied', { scope: 'cafe' });
};

const throwDeliveryError = (error: unknown): never => {
  if (error instanceof DeliveryError) throw error;
  const { code = '' } = error as NodeJS.ErrnoException;
  throw new DeliveryError('folder', { scope: 'cafe', values: { code }, cause: error });
};

/** Real paths. */
interface CafeFolder {
  root: string;
  path: string;
}

const writeFile = async (cafe: CafeFolder, { path, bytes }: FileUpload, signal: AbortSignal): Promise<void> => {
  const name = basename(path);
  const folderPath = await resolveInside(cafe.path, dirname(path));
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
    // By the time that a disk answers again, another sending may have stored a newer file.
    signal.throwIfAborted();
    await rename(draft, join(folderPath, name));
  } finally {
    await rm(draft, { force: true });
  }
  // Always up to the root, because a file sent in parallel may just have created a folder and not flushed it yet.
  await syncFolders(folderPath, cafe.root);
};

const openFolder = async (root: RootFolder, folder: string): Promise<CafeFolder> => {
  if (validateFolder(folder) !== null) throw createOutsideError();
  const rootPath = await openRoot(root);
  const path = await resolveInside(rootPath, folder);
  // A flag that follows no symbolic link.
  await (await open(join(path, MARKER), 'wx').catch(ignoreExisting))?.close();
  await removeOldDrafts(path);
  return { root: rootPath, path };
};

const openRoot = async (root: RootFolder): Promise<string> => {
  const path = resolve(root.path);
  const created = root.isOwn && (await mkdir(path, { recursive: true }));
  if (created) await syncFolders(path, dirname(created));
  const realPath = await realpath(path).catch(nullIfAbsent);
  if (realPath === null) throw new DeliveryError('noRoot', { scope: 'cafe' });
  return realPath;
};

const DRAFT_NAME = /^\..+\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.part$/;
/** In ms, far longer than writing a file takes, since another run may be writing it. */
const OLD_DRAFT_AGE = 3_600_000;

/**
 * Removes what a killed server has left in the folders of products. What cannot be removed stays, because the cafe's
 * files do not depend on it.
 */
const removeOldDrafts = async (cafePath: string): Promise<void> => {
  for (const product of await readdir(cafePath, { withFileTypes: true })) {
    if (!product.isDirectory() || !/^\d+$/.test(product.name)) continue;
    const productPath = join(cafePath, product.name);
    for (const name of await readdir(productPath).catch(() => [])) {
      if (!DRAFT_NAME.test(name)) continue;
      const draft = join(productPath, name);
      const stats = await lstat(draft).catch(() => null);
      if (stats && Date.now() - stats.mtimeMs > OLD_DRAFT_AGE) await rm(draft, { force: true }).catch(() => {});
    }
  }
};

/**
 * Creates missing folders one by one and resolves symbolic links, so that no path leads out of the root folder or the
 * cafe's folder.
 */
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
