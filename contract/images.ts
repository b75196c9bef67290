import { z } from 'zod';
import type { Collection } from './collection.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './field.ts';
import { listFieldsOfKind } from './fields.ts';
import { keysOf } from './keysOf.ts';
import { imageLimits } from './limits.ts';
import { type Access, combineAccess } from './permissions.ts';
import { getValueAt } from './values.ts';

/**
 * Thumbnail sizes: the longer side in px. Thumbnails are encoded as WebP. Smaller pictures are not enlarged, since that
 * would only cost bytes.
 */
export const thumbnails = { small: 128, medium: 480, large: 1600 } as const;
export type ThumbnailName = keyof typeof thumbnails;
export const thumbnailNames = keysOf(thumbnails);

/**
 * MIME types of pictures by file extension. `full` keeps the uploaded format, because converting it would lose quality.
 */
export const pictureMediaTypes = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' } as const;
export type PictureExtension = keyof typeof pictureMediaTypes;

/** URL of a picture file, relative to the API base. `key` is a content hash, so a response can be cached forever. */
export const getPictureUrl = (key: string, file: string): string => `/pictures/${key}/${file}`;
export const getThumbnailUrl = (key: string, name: ThumbnailName): string => getPictureUrl(key, `${name}.webp`);

const buildAltTextsSchema = <S extends z.ZodType>(text: S) => z.record(z.string().max(32), text);

export const Image = z.object({
  id: Id,
  /** URLs relative to the API base; `full` is the original size. */
  addresses: z.object({ small: z.string(), medium: z.string(), large: z.string(), full: z.string() }),
  width: z.int().positive(),
  height: z.int().positive(),
  bytes: z.int().positive(),
  file_name: z.string(),
  is_main: z.boolean(),
  alt: buildAltTextsSchema(z.string()),
  created_at: z.iso.datetime(),
});
export type Image = z.output<typeof Image>;

/**
 * A record's images in order, with the record's version, because every change to the images also changes the record.
 */
const Images = z.object({ items: z.array(Image), version: z.int().positive() });
export type Images = z.output<typeof Images>;

const UploadResult = Images.extend({
  files: z.array(
    z.object({
      file_name: z.string(),
      /** The new or the existing image, because a picture that the record already has is not added again. */
      image_id: Id.nullable(),
      is_new: z.boolean(),
      refused: z.string().nullable(),
    }),
  ),
});
export type UploadResult = z.output<typeof UploadResult>;

const ImageChanges = z.strictObject({
  /** The new order. Images that are not listed follow in their current order. */
  ids: z.array(Id).max(imageLimits.perRecord).optional(),
  main_id: Id.optional(),
  alts: z
    .array(
      z.strictObject({
        id: Id,
        alt: buildAltTextsSchema(z.string().trim().max(imageLimits.altLength)),
      }),
    )
    .max(imageLimits.perRecord)
    .optional(),
});
export type ImageChanges = z.output<typeof ImageChanges>;

export const findPictureField = ({ fields }: Pick<Collection, 'fields'>) => {
  const [picture] = listFieldsOfKind(fields, 'picture');
  return picture ? { name: picture[0], keptBy: picture[1].keptBy } : null;
};

export const getPicture = (collection: Pick<Collection, 'fields'>, record: object): string | null => {
  const field = findPictureField(collection);
  const address = field && getValueAt({ ...record }, field.name);
  return typeof address === 'string' ? address : null;
};

/** Image calls for a collection. @throws if the collection has no picture field */
export const imageEndpoints = <Path extends string>(collection: Pick<Collection, 'fields'> & { path: Path }) => {
  const { path } = collection;
  const field = findPictureField(collection);
  if (!field) throw new Error(`collection "${path}": no field shows a picture`);
  const access: Access = [field.keptBy];
  const list = `${path}/:id/images` as const;
  return {
    list: endpoint(`GET ${list}`, { access, result: Images }),
    /** `replace`: id of the image that a single upload replaces, inheriting its position and alt text. */
    add: endpoint(`POST ${list}`, {
      access,
      query: z.strictObject({ replace: z.coerce.number().pipe(Id).optional() }),
      file: 'image',
      isMany: true,
      result: UploadResult,
    }),
    arrange: endpoint(`PUT ${list}`, { access, body: ImageChanges, result: Images }),
    remove: endpoint(`DELETE ${list}/:image_id`, { access, result: Images }),
  };
};

export const pictureEndpoints = (...collections: Pick<Collection, 'fields' | 'access'>[]) => ({
  /** Loaded by `<img>`, which cannot send a token, so the session cookie authenticates it. */
  file: endpoint('GET /pictures/:key/:file', {
    access: combineAccess(collections.flatMap(({ access }) => [access.list, access.read])),
    raw: 'image/webp',
    auth: 'cookie',
  }),
});

export const getAvatarUrl = (key: string, name: ThumbnailName): string => `/avatars/${key}/${name}.webp`;

/** The call for avatar files. It is open to all signed-in users, since colleagues may see each other's avatars. */
export const avatarEndpoints = {
  file: endpoint('GET /avatars/:key/:file', {
    access: 'signed-in',
    isEverywhere: true,
    raw: 'image/webp',
    auth: 'cookie',
  }),
};
