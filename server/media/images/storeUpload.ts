import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { imageLimits } from '#contract/limits.ts';
import type { ServerDeps } from '../../http/deps.ts';
import { ApiFailure } from '../../http/errors.ts';
import { createPictureKey, storePicture, touchShownPicture } from './pictureStore.ts';
import type { ReceivedFile } from './receivedFiles.ts';
import { ImageRefusal } from './refusal.ts';
import { renderUpload } from './render.ts';

/**
 * Stores an uploaded file as a picture, unless it is already stored, since rendering is expensive.
 * @returns its key
 * @throws {ImageRefusal} when it is too large or of another format
 */
export const storeUpload = async (
  deps: ServerDeps,
  { path, digest, isTruncated }: ReceivedFile,
  isStored: (key: string) => Promise<boolean> = () => Promise.resolve(false),
): Promise<string> => {
  if (isTruncated) throw new ImageRefusal('tooLarge', { limit: imageLimits.fileBytes / 2 ** 20 });
  const key = createPictureKey(digest);
  if (!(await isStored(key))) await storePicture(deps, key, await renderUpload(() => readFile(path)));
  return key;
};

/**
 * Stores a file from another server or an archive as a picture, unless a record already uses it.
 * @returns its key
 * @throws {ImageRefusal} when it is of another format
 */
export const storeBytes = async (deps: ServerDeps, bytes: Buffer): Promise<string> => {
  const key = createPictureKey(createHash('sha256').update(bytes).digest('hex'));
  if (!(await touchShownPicture(deps, key)))
    await storePicture(deps, key, await renderUpload(() => Promise.resolve(bytes)));
  return key;
};

export const withImageRefusal = async <T>(operation: () => Promise<T>, nameOf: () => string = () => ''): Promise<T> => {
  try {
    return await operation();
  } catch (error) {
    if (!(error instanceof ImageRefusal)) throw error;
    throw new ApiFailure(error.kind === 'tooManyFiles' || error.kind === 'tooLarge' ? 'tooLarge' : 'invalid', {
      message: error.messageFor(nameOf()),
    });
  }
};
