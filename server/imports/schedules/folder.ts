import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, readdir, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { importLimits } from '#contract/limits.ts';
import type { SeenFile } from '../../db/importSchedulesSchema.ts';
import type { ServerDeps } from '../../http/deps.ts';
import { createTooLargeError, dropTable, type ReceivedTable, receiveTable } from './receiveTable.ts';
import { SourceError } from './sourceError.ts';

export interface FolderFile extends Pick<SeenFile, 'size' | 'mtime'> {
  name: string;
}

/** A folder with more files is refused, because the state of all its files is kept in one row. */
const MAX_FILES = 1000;
const TABLE_NAME = /\.(xlsx|ods|csv|tsv|txt)$/i;
/** Hidden files, including those that programs write under a temporary name, and the lock files of Excel. */
const HIDDEN_NAME = /^(\.|~\$)/;

/**
 * The real path of a folder below the operator's folder. Symbolic links are followed, but one that leads outside the
 * operator's folder is refused, because schedules could otherwise read any file on the server.
 * @throws {SourceError}
 */
export const resolveFolder = async (root: string | undefined, folder: string): Promise<string> => {
  if (root === undefined) throw new SourceError('noFolders');
  try {
    const rootPath = await realpath(root);
    const folderPath = await realpath(join(rootPath, ...folder.split('/')));
    if (!folderPath.startsWith(rootPath + sep)) throw new SourceError('outside');
    if (!(await stat(folderPath)).isDirectory()) throw new SourceError('noFolder', { values: { folder } });
    return folderPath;
  } catch (error) {
    throw toSourceError(error, folder);
  }
};

const toSourceError = (error: unknown, name: string): SourceError => {
  if (error instanceof SourceError) return error;
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return new SourceError('noFolder', { values: { folder: name }, isTemporary: true, cause: error });
  return new SourceError('unreadable', { values: { name, code }, isTemporary: true, cause: error });
};

/** Tables directly in a folder, the oldest first. @throws {SourceError} */
export const listTables = async (folderPath: string, folder: string): Promise<FolderFile[]> => {
  try {
    const entries = await readdir(folderPath, { withFileTypes: true });
    // A link is listed as a link rather than a file, so links are left out.
    const names = entries.filter(entry => entry.isFile()).map(({ name }) => name);
    const tables = names.filter(name => TABLE_NAME.test(name) && !HIDDEN_NAME.test(name));
    if (tables.length > MAX_FILES) throw new SourceError('tooManyFiles', { values: { limit: MAX_FILES } });
    const files = await Promise.all(tables.map(name => describeFile(folderPath, name)));
    return files
      .filter(file => file !== null)
      .toSorted((file, other) => file.mtime - other.mtime || (file.name < other.name ? -1 : 1));
  } catch (error) {
    throw toSourceError(error, folder);
  }
};

/** Null if the file is gone. */
const describeFile = async (folderPath: string, name: string): Promise<FolderFile | null> => {
  const stats = await lstat(join(folderPath, name)).catch(() => null);
  return stats && { name, ...getSeenState(stats) };
};

const getSeenState = ({ size, mtimeMs }: Stats) => ({ size, mtime: Math.floor(mtimeMs) });

/**
 * Copies a table out of a folder without changing anything there. @returns null if the file is no longer the file that
 * was listed
 * @throws {SourceError}
 */
export const readFolderTable = async (
  deps: Pick<ServerDeps, 'config' | 'requireRoom'>,
  folderPath: string,
  listedFile: FolderFile,
): Promise<ReceivedTable | null> => {
  const { name } = listedFile;
  if (listedFile.size > importLimits.fileBytes) throw createTooLargeError(name);
  let file: FileHandle | undefined;
  try {
    // With these flags, opening a file neither follows a link nor waits for the other end of a pipe.
    file = await open(join(folderPath, name), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const before = await file.stat();
    if (!isListed(listedFile, before) || !(await isInPlace(join(folderPath, name), before))) return null;
    const table = await receiveTable(deps, name, file.createReadStream({ autoClose: false }));
    return isListed(listedFile, await file.stat()) ? table : await dropTable(table);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // The file has become a link or has disappeared since it was listed.
    if (code === 'ELOOP' || code === 'ENOENT') return null;
    throw toSourceError(error, name);
  } finally {
    await file?.close();
  }
};

const isListed = ({ size, mtime }: FolderFile, stats: Stats): boolean => {
  const now = getSeenState(stats);
  return stats.isFile() && now.size === size && now.mtime === mtime;
};

/**
 * Whether the opened file is really the file at this path. If it is not, somebody has replaced a part of the path by a
 * link in the meantime.
 */
const isInPlace = async (path: string, { dev, ino }: Stats): Promise<boolean> => {
  const stats = (await realpath(path)) === path ? await lstat(path) : null;
  return stats?.dev === dev && stats.ino === ino;
};
