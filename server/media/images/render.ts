import pLimit from 'p-limit';
import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { type PictureExtension, pictureMediaTypes, type ThumbnailName, thumbnails } from '#contract/images.ts';
import { imageLimits } from '#contract/limits.ts';
import { assertPlainImage, detectFormat } from './inspect.ts';
import { ImageRefusal } from './refusal.ts';

export interface RenderedImage {
  ending: PictureExtension;
  width: number;
  height: number;
  bytes: number;
  files: { name: string; bytes: Buffer; mediaType: string }[];
}

/**
 * The number of pictures decoded at once. Each picture takes memory in proportion to its pixels, and threads that other
 * requests need.
 */
const renderLimit = pLimit(2);
/** In seconds, for one picture; only maliciously crafted files take longer. */
const TIMEOUT_SECONDS = 120;

// The library supports many formats. All but three decoders are blocked, so that uploads never reach the code of the
// others.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
// No cache, because every picture is different.
sharp.cache(false);

/**
 * Re-encodes a file outside the event loop: rotated according to EXIF, in sRGB, without any metadata (EXIF may contain
 * a location).
 * @throws {ImageRefusal} when the file is too large, damaged, of another format, or has hidden content
 */
export const renderUpload = (read: () => Promise<Buffer>): Promise<RenderedImage> =>
  renderLimit(async () => {
    const bytes = await read();
    if (bytes.length === 0) throw new ImageRefusal('empty');
    const ending = detectFormat(bytes);
    assertPlainImage(bytes);
    await assertDecodableSize(bytes);
    try {
      return await renderPicture(bytes, { limitInputPixels: imageLimits.pixels, failOn: 'error' }, ending);
    } catch (error) {
      throw new ImageRefusal('damaged', {}, { cause: error });
    }
  });

/** Reads only the header, so that a small file that decodes to gigabytes is refused before decoding. */
const assertDecodableSize = async (bytes: Buffer): Promise<void> => {
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

const encoders: Record<PictureExtension, (image: Sharp) => Sharp> = {
  jpg: image => image.jpeg({ quality: 90 }),
  png: image => image.png(),
  webp: image => image.webp({ quality: 90 }),
};

/** Encodes a picture and its thumbnails. Each thumbnail is made from the next larger one, which is faster. */
const renderPicture = async (
  source: Buffer,
  options: SharpOptions,
  ending: PictureExtension,
): Promise<RenderedImage> => {
  const open = () => sharp(source, options).timeout({ seconds: TIMEOUT_SECONDS }).autoOrient();
  const { data, info } = await encoders[ending](open()).toBuffer({ resolveWithObject: true });
  const largeThumbnail = await renderThumbnail(open(), 'large');
  const mediumThumbnail = await renderThumbnail(sharp(largeThumbnail), 'medium');
  const smallThumbnail = await renderThumbnail(sharp(mediumThumbnail), 'small');
  const { width, height } = info;
  return {
    ending,
    width,
    height,
    bytes: data.length,
    files: [
      { name: `full.${ending}`, bytes: data, mediaType: pictureMediaTypes[ending] },
      { name: 'large.webp', bytes: largeThumbnail, mediaType: pictureMediaTypes.webp },
      { name: 'medium.webp', bytes: mediumThumbnail, mediaType: pictureMediaTypes.webp },
      { name: 'small.webp', bytes: smallThumbnail, mediaType: pictureMediaTypes.webp },
    ],
  };
};

const renderThumbnail = (image: Sharp, name: ThumbnailName): Promise<Buffer> =>
  image
    .resize(thumbnails[name], thumbnails[name], { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80, effort: 2 })
    .toBuffer();
