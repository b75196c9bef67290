import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { imageLimits } from '#contract/limits.ts';
import { FormError, type FormFile, readForm } from '../../files/form.ts';
import { translate } from '../../translate.ts';
import { ImageRefusal } from './refusal.ts';

/** An uploaded file, on disk rather than in memory because uploads may be large. */
export interface ReceivedFile {
  path: string;
  /** Never used as a path, because it comes from the sender. */
  fileName: string;
  digest: string;
  bytes: number;
  /** The file was larger than allowed and the excess was dropped, so it must not be stored. */
  isTruncated: boolean;
}

/** In characters. Longer names lose their beginning, because the end distinguishes the files of a series. */
const MAX_NAME_LENGTH = 200;

const getUploadFolder = (dataDir: string): string => join(dataDir, 'uploads');

/**
 * Streams the files of a form to disk, runs the work on them, and deletes them afterwards, even if it fails.
 * @throws {ImageRefusal} when the request is not a form, or has files in other fields
 */
export const withFiles = async <T>(
  request: Request,
  field: string,
  dataDir: string,
  operation: (files: ReceivedFile[]) => Promise<T>,
): Promise<T> => {
  const folder = join(getUploadFolder(dataDir), randomUUID());
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return await operation(await receiveForm(request, field, folder));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Removes uploads that a stopped server left behind. `age`: minimum age in ms, to spare uploads in progress. */
export const removeStaleUploads = async (dataDir: string, age: number): Promise<void> => {
  for (const name of await readdir(getUploadFolder(dataDir)).catch(() => [])) {
    const path = join(getUploadFolder(dataDir), name);
    const stats = await stat(path).catch(() => null);
    if (stats && Date.now() - stats.mtimeMs >= age) await rm(path, { recursive: true, force: true });
  }
};

const receiveForm = async (request: Request, field: string, folder: string): Promise<ReceivedFile[]> => {
  const receivedFiles: ReceivedFile[] = [];
  let startedCount = 0;
  let unexpectedField: string | null = null;
  const take = (name: string, file: FormFile, fileName: string) => {
    if (name !== field) {
      unexpectedField = name;
      return;
    }
    const index = startedCount++;
    return writeUpload(file, join(folder, String(index)), fileName).then(file => (receivedFiles[index] = file));
  };
  const hasMore = await readForm(request, {
    fileBytes: imageLimits.fileBytes,
    files: imageLimits.files,
    take,
  }).catch((error: unknown) => {
    throw error instanceof FormError ? toImageRefusal(error, field) : error;
  });
  if (hasMore) throw createTooManyRefusal();
  if (unexpectedField !== null) throw new ImageRefusal('wrongField', { name: unexpectedField, field });
  if (receivedFiles.length === 0) throw new ImageRefusal('noFile', { field });
  return receivedFiles;
};

const toImageRefusal = (error: FormError, field: string): ImageRefusal => {
  if (error.kind === 'tooLarge') return createTooManyRefusal();
  const options = { cause: error };
  return error.kind === 'broken'
    ? new ImageRefusal('broken', {}, options)
    : new ImageRefusal('notMultipart', { field }, options);
};

const writeUpload = async (stream: FormFile, path: string, fileName: string): Promise<ReceivedFile> => {
  const hash = createHash('sha256');
  let bytes = 0;
  const measure = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk);
      bytes += chunk.byteLength;
      done(null, chunk);
    },
  });
  await pipeline(stream, measure, createWriteStream(path, { mode: 0o600 }));
  return { path, fileName: sanitizeName(fileName), digest: hash.digest('hex'), bytes, isTruncated: stream.truncated };
};

/**
 * Removes folders, control characters and characters that reverse the writing direction, because a displayed name must
 * not mislead.
 */
export const sanitizeName = (rawName: string): string => {
  const name = rawName.replace(/^.*[/\\]/s, '').replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '');
  return [...name.trim()].slice(-MAX_NAME_LENGTH).join('') || translate('unnamedImage');
};

const createTooManyRefusal = () => new ImageRefusal('tooManyFiles', { limit: imageLimits.files });
