import { readFile } from 'node:fs/promises';
import pLimit from 'p-limit';
import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { type PictureEnding, pictureTypes, type ThumbnailName, thumbnails } from '#contract/images.ts';
import { imageLimits } from '#contract/limits.ts';
import { formatOf, refuseHidden } from './inspect.ts';
import { ImageRefusal } from './refusal.ts';

/** A picture encoded anew, with its thumbnails: the files that are kept of it, by name. */
export interface Rendered {
  ending: PictureEnding;
  width: number;
  height: number;
  /** Of the picture itself. */
  bytes: number;
  files: { name: string; bytes: Buffer; mediaType: string }[];
}

/** Decoding takes memory by the pixel, and threads that other calls need. */
const inTurn = pLimit(2);
/** In seconds: what takes longer was made to. */
const TIMEOUT = 120;

// Of all that the library can read only three decoders ever see an upload.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
// Every picture is another one: nothing is worth remembering.
sharp.cache(false);

/**
 * Encodes a file anew, beside the event loop: turned as its camera says, in sRGB, without anything that is
 * not the picture (EXIF and the position in it included).
 * @throws {ImageRefusal} when it is no picture of ours, too large, damaged or more than a picture
 */
export const renderUpload = (path: string): Promise<Rendered> =>
  inTurn(async () => {
    const bytes = await readFile(path);
    if (bytes.length === 0) throw new ImageRefusal('empty');
    const ending = formatOf(bytes);
    refuseHidden(bytes);
    await refuseLarge(bytes);
    try {
      return await render(bytes, { limitInputPixels: imageLimits.pixels, failOn: 'error' }, ending);
    } catch (error) {
      throw new ImageRefusal('damaged', {}, { cause: error });
    }
  });

/** Reads the header alone: a small file that decodes to gigabytes never is. */
const refuseLarge = async (bytes: Buffer): Promise<void> => {
  const {
    width,
    height,
    pages = 1,
  } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw new ImageRefusal('damaged', {}, { cause: error });
    });
  if (width * height > imageLimits.pixels)
    throw new ImageRefusal('tooManyPixels', { width, height, limit: imageLimits.pixels / 1e6 });
  if (pages > 1) throw new ImageRefusal('animated');
};

/** How the picture itself is written; nothing of it is lost that an eye would miss. */
const encoders: Record<PictureEnding, (image: Sharp) => Sharp> = {
  jpg: image => image.jpeg({ quality: 90 }),
  png: image => image.png(),
  webp: image => image.webp({ quality: 90 }),
};

/** Encodes a picture and its thumbnails, each of which comes from the next larger one. */
const render = async (source: Buffer, options: SharpOptions, ending: PictureEnding): Promise<Rendered> => {
  const open = () => sharp(source, options).timeout({ seconds: TIMEOUT }).autoOrient();
  const { data, info } = await encoders[ending](open()).toBuffer({ resolveWithObject: true });
  const large = await thumbnail(open(), 'large');
  const medium = await thumbnail(sharp(large), 'medium');
  const small = await thumbnail(sharp(medium), 'small');
  const { width, height } = info;
  return {
    ending,
    width,
    height,
    bytes: data.length,
    files: [
      { name: `full.${ending}`, bytes: data, mediaType: pictureTypes[ending] },
      { name: 'large.webp', bytes: large, mediaType: pictureTypes.webp },
      { name: 'medium.webp', bytes: medium, mediaType: pictureTypes.webp },
      { name: 'small.webp', bytes: small, mediaType: pictureTypes.webp },
    ],
  };
};

const thumbnail = (image: Sharp, name: ThumbnailName): Promise<Buffer> =>
  image
    .resize(thumbnails[name], thumbnails[name], { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80, effort: 2 })
    .toBuffer();
