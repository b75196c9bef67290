import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import pLimit from 'p-limit';
import sharp from 'sharp';
import { getThumbnailUrl, pictureMediaTypes, thumbnails } from '#contract/images.ts';
import { modelImages, models, pictures, productImages, productModels, products } from '../../db/schema.ts';
import type { ServerDeps } from '../../http/deps.ts';
import { createPictureKey, getPictureFilePath } from '../../media/images/pictureStore.ts';
import type { RenderedImage } from '../../media/images/render.ts';
import { type DemoProduct, generateDemoData } from '../data.ts';
import { createRandom } from '../random.ts';
import { chooseDrawing, renderDrawing } from './drawing.ts';
import { SIDE_PX } from './scene.ts';

/** The share of products with a picture. The other products leave work for the photographer role. */
const PICTURED_SHARE = 0.9;
/** The maximum number of pictures per shape, because the first start waits until they are drawn. */
const MAX_PICTURES_PER_SHAPE = 6;
/** One in this many products gets a second picture, so that galleries are visible in the demo. */
const SECOND_PICTURE_EVERY = 50;
const SEED = 4607;

type SeedDeps = Pick<ServerDeps, 'db' | 'clock' | 'files'>;

/**
 * Generates pictures for demo products and models. Products that look alike share a picture, so about a hundred
 * suffice. Takes seconds; the result depends only on the seed.
 */
export const seedPictures = async (deps: SeedDeps): Promise<void> => {
  const drawingsBySku = choosePictures(generateDemoData().products);
  const keys = await storePictures(deps, new Set([...drawingsBySku.values()].flat()));
  const rows = await deps.db.select({ id: products.id, sku: products.sku, name: products.name }).from(products);
  const images = rows.flatMap(({ id, sku, name }) =>
    (drawingsBySku.get(sku ?? '') ?? []).map((drawing, index) => toImageRow(id, keys.get(drawing) ?? '', name, index)),
  );
  for (let start = 0; start < images.length; start += BATCH_SIZE)
    await deps.db.insert(productImages).values(images.slice(start, start + BATCH_SIZE));
  await copyPicturesToModels(deps);
  await setMainPictures(deps, 'products', 'product_images');
  await setMainPictures(deps, 'models', 'model_images');
};

const BATCH_SIZE = 500;
const MAX_CONCURRENT_RENDERS = 4;

const choosePictures = (all: readonly DemoProduct[]): Map<string, string[]> => {
  const random = createRandom(SEED);
  const drawingsBySku = new Map<string, string[]>();
  const looksByThing = new Map<string, Set<string>>();
  for (const product of all) {
    const drawing = chooseDrawing(product);
    if (!drawing || product.status === 'draft' || !random.chance(PICTURED_SHARE)) continue;
    const svg = renderDrawing(drawing);
    const similarLooks = looksByThing.get(drawing.thing) ?? new Set();
    looksByThing.set(drawing.thing, similarLooks);
    if (!similarLooks.has(svg) && similarLooks.size === MAX_PICTURES_PER_SHAPE) continue;
    similarLooks.add(svg);
    const secondDrawings =
      drawingsBySku.size % SECOND_PICTURE_EVERY === 0
        ? [renderDrawing({ ...drawing, warmth: drawing.warmth + 1 })]
        : [];
    drawingsBySku.set(product.sku, [svg, ...secondDrawings]);
  }
  return drawingsBySku;
};

/**
 * Renders and stores the pictures. Files are written before the rows, because the rows belong to the transaction of the
 * whole demo. If it fails, the next start writes the same files again.
 * @returns picture keys by SVG
 */
const storePictures = async (
  { db, clock, files }: SeedDeps,
  drawings: ReadonlySet<string>,
): Promise<Map<string, string>> => {
  const limitConcurrency = pLimit(MAX_CONCURRENT_RENDERS);
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
  const storedPictures = [...drawings].map(svg =>
    limitConcurrency(async () => {
      const key = createPictureKey(createHash('sha256').update(svg).digest('hex'));
      const { files: renderedFiles, ...picture } = await renderPicture(svg);
      for (const file of renderedFiles) await files.put(getPictureFilePath(key, file.name), file.bytes, file.mediaType);
      return { svg, row: { key, ...picture, touched_at: clock() } };
    }),
  );
  const all = await Promise.all(storedPictures).finally(() => sharp.block({ operation: ['VipsForeignLoadSvg'] }));
  await db.insert(pictures).values(all.map(({ row }) => row));
  return new Map(all.map(({ svg, row }) => [svg, row.key]));
};

/** Drawings are small, so the full size also serves as the larger thumbnails. */
const renderPicture = async (svg: string): Promise<RenderedImage> => {
  const pixels = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer();
  const image = () => sharp(pixels, { raw: { width: SIDE_PX, height: SIDE_PX, channels: 3 } });
  const encode = (sidePx: number) => image().resize(sidePx).webp({ quality: 82, effort: 0 }).toBuffer();
  const [fullImage, smallImage] = [await encode(SIDE_PX), await encode(thumbnails.small)];
  const mediaType = pictureMediaTypes.webp;
  return {
    ending: 'webp',
    width: SIDE_PX,
    height: SIDE_PX,
    bytes: fullImage.length,
    files: [
      { name: 'full.webp', bytes: fullImage, mediaType },
      { name: 'large.webp', bytes: fullImage, mediaType },
      { name: 'medium.webp', bytes: fullImage, mediaType },
      { name: 'small.webp', bytes: smallImage, mediaType },
    ],
  };
};

const toImageRow = (record_id: number, key: string, name: string, position: number) => ({
  record_id,
  key,
  position: position + 1,
  is_main: position === 0,
  alt: position === 0 ? { ru: name } : {},
  file_name: `${name}${position === 0 ? '' : `, ${position + 1}`}.webp`.replaceAll('/', ' '),
  created_at: new Date(Date.UTC(2026, 9, 12)),
});

const copyPicturesToModels = async ({ db }: SeedDeps): Promise<void> => {
  await db.execute(
    sql`insert into ${modelImages} (record_id, key, position, is_main, alt, file_name, created_at)
      select distinct on (${productModels.model_id}) ${productModels.model_id}, ${productImages.key}, 1, true, '{}'::jsonb,
        ${models.name} || '.webp', ${productImages.created_at}
      from ${productModels}
      join ${productImages} on ${productImages.record_id} = ${productModels.product_id} and ${productImages.is_main}
      join ${models} on ${models.id} = ${productModels.model_id}
      order by ${productModels.model_id}, ${productModels.product_id}`,
  );
};

const setMainPictures = async ({ db }: SeedDeps, records: string, images: string): Promise<void> => {
  const [before = '', after = ''] = getThumbnailUrl(' ', 'small').split(' ');
  await db.execute(
    sql`update ${sql.identifier(records)} set picture = ${before} || images.key || ${after}
      from ${sql.identifier(images)} images where images.record_id = ${sql.identifier(records)}.id and images.is_main`,
  );
};
