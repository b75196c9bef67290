import { z } from 'zod';
import type { Collection } from './collection.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './field.ts';
import { fieldsOfKind } from './fields.ts';
import { keysOf } from './keysOf.ts';
import { imageLimits } from './limits.ts';
import { type Access, accessOfAny } from './permissions.ts';
import { valueAt } from './values.ts';

/** Thumbnails that the server makes, by name: the longer side in px, never larger than the picture itself; WebP. */
export const thumbnails = { small: 128, medium: 480, large: 1600 } as const;
export type ThumbnailName = keyof typeof thumbnails;
export const thumbnailNames = keysOf(thumbnails);

/** Media types of pictures by the ending of their file; `full` keeps the format that it came in. */
export const pictureTypes = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' } as const;
export type PictureEnding = keyof typeof pictureTypes;

/** Where a file of a picture is read, below the API base. `key` tells its content, so that it never changes. */
export const pictureAddress = (key: string, file: string): string => `/pictures/${key}/${file}`;
/** The same of a thumbnail. */
export const thumbnailAddress = (key: string, name: ThumbnailName): string => pictureAddress(key, `${name}.webp`);

/** What a picture shows, in words for those who do not see it, by the code of their language. */
const altIn = <S extends z.ZodType>(text: S) => z.record(z.string().max(32), text);

/** A picture on a record. */
export const Image = z.object({
  id: Id,
  /** Addresses below the API base; `full` is the picture as large as it came. */
  addresses: z.object({ small: z.string(), medium: z.string(), large: z.string(), full: z.string() }),
  /** Of `full`, in px. */
  width: z.int().positive(),
  height: z.int().positive(),
  bytes: z.int().positive(),
  /** As its sender called it; for people only. */
  file_name: z.string(),
  /** The one that stands for the record elsewhere. */
  is_main: z.boolean(),
  alt: altIn(z.string()),
  created_at: z.iso.datetime(),
});
export type Image = z.output<typeof Image>;

/** The images of a record in their order, and the version of the record that has them. */
const Images = z.object({ items: z.array(Image), version: z.int().positive() });
export type Images = z.output<typeof Images>;

/** What became of each file of an upload, in the order in which they came. */
const Uploaded = Images.extend({
  files: z.array(
    z.object({
      file_name: z.string(),
      /** The image that it became, or was already: the same picture twice on a record is one. */
      image_id: Id.nullable(),
      is_new: z.boolean(),
      /** Why it was not taken, in Russian. */
      refused: z.string().nullable(),
    }),
  ),
});
export type Uploaded = z.output<typeof Uploaded>;

/** What is to change of a record's images; what is left out stays. */
const ImageChanges = z.strictObject({
  /** The wanted order; images that are not named follow in theirs. */
  ids: z.array(Id).max(imageLimits.perRecord).optional(),
  main_id: Id.optional(),
  /** An empty text removes that language's. */
  alts: z
    .array(
      z.strictObject({
        id: Id,
        alt: altIn(z.string().trim().max(imageLimits.altLength)),
      }),
    )
    .max(imageLimits.perRecord)
    .optional(),
});
export type ImageChanges = z.output<typeof ImageChanges>;

/** A record's field of kind `picture`: its name and who keeps the images of which it shows the main one; null without. */
export const pictureField = ({ fields }: Pick<Collection, 'fields'>) => {
  const [picture] = fieldsOfKind(fields, 'picture');
  return picture ? { name: picture[0], keptBy: picture[1].keptBy } : null;
};

/** The address of the picture that stands for a record, below the API base; null when it has none. */
export const pictureOf = (collection: Pick<Collection, 'fields'>, record: object): string | null => {
  const field = pictureField(collection);
  const address = field && valueAt({ ...record }, field.name);
  return typeof address === 'string' ? address : null;
};

/** The calls for the images of a collection's records. @throws when no field of it shows a picture. */
export const imageEndpoints = <Path extends string>(collection: Pick<Collection, 'fields'> & { path: Path }) => {
  const { path } = collection;
  const field = pictureField(collection);
  if (!field) throw new Error(`collection "${path}": no field shows a picture`);
  const access: Access = [field.keptBy];
  const list = `${path as Path}/:id/images` as const;
  return {
    list: endpoint(`GET ${list}`, { access, result: Images }),
    /** `replace`: the image in whose place a single file comes, with its order and alt text. */
    add: endpoint(`POST ${list}`, {
      access,
      query: z.strictObject({ replace: z.coerce.number().pipe(Id).optional() }),
      file: 'image',
      isMany: true,
      result: Uploaded,
    }),
    arrange: endpoint(`PUT ${list}`, { access, body: ImageChanges, result: Images }),
    remove: endpoint(`DELETE ${list}/:image_id`, { access, result: Images }),
  };
};

/** The call for the files of pictures, by whoever sees any record of these collections. */
export const pictureEndpoints = (...collections: Pick<Collection, 'fields' | 'access'>[]) => ({
  /** A page shows them by `<img>`, which carries no token: the cookie of the session does. */
  file: endpoint('GET /pictures/:key/:file', {
    access: accessOfAny(collections.flatMap(({ access }) => [access.list, access.read])),
    raw: 'image/webp',
    isByCookie: true,
  }),
});

/** Where a file of somebody's avatar is read, below the API base. */
export const avatarAddress = (key: string, name: ThumbnailName): string => `/avatars/${key}/${name}.webp`;

/** The call for the files of avatars: faces of the staff, seen by whoever is of it. */
export const avatarEndpoints = {
  file: endpoint('GET /avatars/:key/:file', {
    access: 'signed-in',
    isEverywhere: true,
    raw: 'image/webp',
    isByCookie: true,
  }),
};
