import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { importImageLimits, importLimits } from '#contract/limits.ts';
import { FormError, type FormFile, readForm } from '../files/form.ts';
import { type RefusalKind, TableRefusal } from '../table/refusal.ts';

export interface SavedUpload {
  path: string;
  /** Never used as a path, because it comes from the user. */
  fileName: string;
}

interface UploadType {
  fileBytes: number;
  tooLarge: RefusalKind;
  /** The name given to an upload that has no file name, because the run's log needs one. */
  nameless: string;
}

const table: UploadType = { fileBytes: importLimits.fileBytes, tooLarge: 'tooLarge', nameless: 'table' };
const imageArchive: UploadType = {
  fileBytes: importImageLimits.archiveBytes,
  tooLarge: 'archiveTooLarge',
  nameless: 'images.zip',
};

type OpenFile = (path: string) => Writable;
const openPrivateFile: OpenFile = path => createWriteStream(path, { mode: 0o600 });

const getUploadFolder = (dataDir: string): string => join(dataDir, 'imports');

/**
 * Writes the only file in a form to disk as it arrives, so that memory use does not depend on the file size.
 * @throws {TableRefusal} when it is not exactly one file in the field `field`, or too large.
 */
export const saveUpload = async (
  request: Request,
  field: string,
  dataDir: string,
  open: OpenFile = openPrivateFile,
  type: UploadType = table,
): Promise<SavedUpload> => {
  const path = await createUploadPath(dataDir);
  try {
    const fileName = await receiveForm(request, field, () => open(path), type);
    return { path, fileName };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
};

/** Saves a zip file with images in the same way. @throws {TableRefusal} */
export const saveImageArchive = (request: Request, field: string, dataDir: string): Promise<SavedUpload> =>
  saveUpload(request, field, dataDir, openPrivateFile, imageArchive);

/** The path of a new file. After a crash, `clearUploads` removes what is left of it. */
export const createUploadPath = async (dataDir: string): Promise<string> => {
  const folder = getUploadFolder(dataDir);
  await mkdir(folder, { recursive: true });
  return join(folder, randomUUID());
};

/** Removes uploads that have not changed for `age` (ms). Uploads in progress are therefore kept. */
export const clearUploads = (dataDir: string, age: number): Promise<void> => clearFolder(getUploadFolder(dataDir), age);

export const clearFolder = async (folder: string, age: number): Promise<void> => {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const stats = await stat(path).catch(() => null);
    if (stats && Date.now() - stats.mtimeMs >= age) await rm(path, { force: true });
  }
};

const receiveForm = async (
  request: Request,
  field: string,
  open: () => Writable,
  { fileBytes, tooLarge, nameless }: UploadType,
): Promise<string> => {
  const tooLargeRefusal = () => new TableRefusal(tooLarge, { limit: fileBytes / 2 ** 20 });
  let name: string | undefined;
  let fileName = '';
  const take = (of: string, file: FormFile, called: string) => {
    name = of;
    fileName = called;
    return of === field ? writeUpload(file, open(), tooLargeRefusal) : undefined;
  };
  const hasMore = await readForm(request, { fileBytes, files: 1, take }).catch((error: unknown) => {
    if (error instanceof FormError && error.kind === 'tooLarge') throw tooLargeRefusal();
    throw error instanceof FormError ? toTableRefusal(error, field) : error;
  });
  if (hasMore) throw new TableRefusal('severalFiles');
  if (name === undefined) throw new TableRefusal('noFile', { field });
  if (name !== field) throw new TableRefusal('wrongField', { name, field });
  return cleanFileName(fileName, nameless);
};

/** A sender's name for a file, without characters that would garble the text around it. */
export const cleanFileName = (fileName: string, nameless = table.nameless): string =>
  fileName.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '').slice(-255) || nameless;

const toTableRefusal = (error: FormError, field: string): TableRefusal => {
  const options = { cause: error };
  return error.kind === 'broken'
    ? new TableRefusal('brokenUpload', {}, options)
    : new TableRefusal('notMultipart', { field }, options);
};

const writeUpload = async (file: FormFile, target: Writable, tooLargeRefusal: () => TableRefusal): Promise<void> => {
  await pipeline(file, target);
  if (file.truncated) throw tooLargeRefusal();
};
