import { eq } from 'drizzle-orm';
import type { Context } from 'hono';
import { pictureMediaTypes, thumbnailNames } from '#contract/images.ts';
import { withAuthor } from '../accounts/author.ts';
import { avatars } from '../db/schema.ts';
import type { Handlers } from '../http/bindEndpoints.ts';
import type { ServerDeps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';
import { getPictureFilePath } from '../media/images/pictureStore.ts';
import { readImageRows, toImages } from '../media/images/readImages.ts';
import { type ReceivedFile, withFiles } from '../media/images/receivedFiles.ts';
import { ImageRefusal } from '../media/images/refusal.ts';
import { storeUpload, withImageRefusal } from '../media/images/storeUpload.ts';
import { getGallery, type ImageGallery, type ImageResource } from '../media/images/tablesByResource.ts';
import { addImages, arrangeImages, type ProcessedUpload, removeImage } from '../media/images/writeImages.ts';
import { createIdempotency } from '../records/idempotency.ts';
import { readRecords } from '../records/readRecords.ts';

export const imageHandlers = (deps: ServerDeps, resource: ImageResource): Handlers['productImages'] => {
  const gallery = getGallery(resource);
  return {
    list: async ({ params }) => {
      const { version } = await readGalleryRecord(deps, gallery, params.id);
      return { items: toImages(await readImageRows(deps.db, gallery.table, params.id)), version };
    },
    add: async ({ params, query, caller, context }) => {
      await readGalleryRecord(deps, gallery, params.id);
      return withImageRefusal(() =>
        withFiles(context.req.raw, 'image', deps.config.dataDir, async files => {
          const { replace } = query;
          if (replace !== undefined && files.length > 1) throw new ImageRefusal('oneInPlace');
          const processedUploads: ProcessedUpload[] = [];
          for (const file of files) processedUploads.push(await storeFile(deps, gallery, params.id, file));
          throwIfAllRefused(processedUploads);
          const digest = { replace, files: files.map(file => file.digest) };
          const runOnce = createIdempotency(deps, caller, context, digest);
          return addImages(withAuthor(deps, caller), gallery, params.id, processedUploads, { replace, runOnce });
        }),
      );
    },
    arrange: ({ params, body, caller }) => arrangeImages(withAuthor(deps, caller), gallery, params.id, body),
    remove: ({ params, caller }) => removeImage(withAuthor(deps, caller), gallery, params.id, params.image_id),
  };
};

/** Picture files, by key. Their paths are not below records, because several records may share a picture. */
export const pictureHandlers = ({ files }: ServerDeps): Handlers['pictures'] => ({
  file: ({ params, context }) => sendFile(files, params, context),
});

/** Avatar files. Serves only pictures in use as avatars, because these endpoints require no permission for images. */
export const avatarHandlers = ({ db, files }: ServerDeps): Handlers['avatars'] => ({
  file: async ({ params, context }) => {
    const [avatar] = await db.select({ id: avatars.id }).from(avatars).where(eq(avatars.key, params.key)).limit(1);
    if (!avatar) throw new ApiFailure('notFound');
    return sendFile(files, params, context);
  },
});

/**
 * Sends a picture's file. It never changes, so browsers cache it forever, but shared caches must not: it requires a
 * session.
 */
export const sendFile = async (
  files: ServerDeps['files'],
  { key, file }: { key: string; file: string },
  context: Context,
): Promise<Response> => {
  const mediaType = getMediaType(key, file);
  const etag = `"${key.slice(0, 32)}-${file}"`;
  context.header('Cache-Control', 'private, max-age=31536000, immutable');
  context.header('ETag', etag);
  if (context.req.header('If-None-Match')?.includes(etag)) return context.body(null, 304);
  const picture = await files.read(getPictureFilePath(key, file));
  if (!picture) throw createNotFoundFailure(context);
  return context.body(picture.body, 200, {
    'Content-Type': mediaType,
    ...(picture.bytes !== null && { 'Content-Length': String(picture.bytes) }),
  });
};

/** @throws {ApiFailure} 404 unless the name is one of a picture's files, which also rules out other paths */
const getMediaType = (key: string, file: string): string => {
  const [, name = '', ending = ''] = /^([a-z]+)\.([a-z]+)$/.exec(file) ?? [];
  const isThumbnail = ending === 'webp' && (thumbnailNames as readonly string[]).includes(name);
  const mediaType = isThumbnail || name === 'full' ? (pictureMediaTypes as Record<string, string>)[ending] : undefined;
  if (!mediaType || !/^[0-9a-f]{64}$/.test(key)) throw new ApiFailure('notFound');
  return mediaType;
};

/** A 404 without caching headers, because the file may be added later. */
const createNotFoundFailure = (context: Context): ApiFailure => {
  for (const name of ['Cache-Control', 'ETag']) context.header(name, undefined);
  return new ApiFailure('notFound');
};

const readGalleryRecord = async ({ db }: ServerDeps, { binding }: ImageGallery, id: number) => {
  const [record] = await readRecords(db, binding, [id]);
  if (!record) throw new ApiFailure('notFound');
  return record;
};

/**
 * Stores a file unless the record already has its picture. A refusal is returned, not thrown, so that the other files
 * of the upload are still added.
 */
const storeFile = async (
  deps: ServerDeps,
  { table }: ImageGallery,
  recordId: number,
  file: ReceivedFile,
): Promise<ProcessedUpload> => {
  const { fileName } = file;
  const isShown = async (key: string) => (await readImageRows(deps.db, table, recordId)).some(row => row.key === key);
  try {
    return { fileName, key: await storeUpload(deps, file, isShown) };
  } catch (error) {
    if (!(error instanceof ImageRefusal)) throw error;
    return { fileName, refusal: error };
  }
};

/** @throws {ApiFailure} 400 when all files were refused; 413 when each of them was too large */
const throwIfAllRefused = (files: readonly ProcessedUpload[]): void => {
  const refusedFiles = files.flatMap(file => ('refusal' in file ? [file] : []));
  if (refusedFiles.length < files.length) return;
  const messages = refusedFiles.map(({ fileName, refusal }) => refusal.messageFor(fileName));
  const isTooLarge = refusedFiles.every(({ refusal }) => refusal.kind === 'tooLarge');
  const [soleMessage] = messages;
  throw new ApiFailure(isTooLarge ? 'tooLarge' : 'invalid', {
    ...(messages.length === 1 ? { message: soleMessage } : { text: 'images.none' }),
    errors: { image: messages },
  });
};
