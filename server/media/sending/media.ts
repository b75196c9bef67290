import { and, asc, sql } from 'drizzle-orm';
import { pictureMediaTypes } from '#contract/images.ts';
import type { Database } from '../../db/database.ts';
import { products, sentMedia } from '../../db/schema.ts';
import type { FileStore } from '../../files/store.ts';
import { readImagesByRecord } from '../../publishing/images.ts';
import { idsCondition } from '../../records/query.ts';
import { getPictureFilePath } from '../images/pictureStore.ts';
import { DeliveryError } from './refusal.ts';
import { hashSha256 } from './sign.ts';
import type { FileUpload } from './target.ts';

export interface MediaFile {
  path: string;
  /** Hash of the content: a different hash means that the file has to be sent again. */
  hash: string;
  bytes: number;
  read: () => Promise<FileUpload>;
}

/** The files that a cafe should have for a product: its images, followed by `product.json`, which lists them. */
export interface ProductMedia {
  id: number;
  name: string;
  hasImages: boolean;
  files: MediaFile[];
  /** `product.json` without the images at these paths, since it must not list files that the cafe did not receive. */
  createAboutFile: (excludedPaths: ReadonlySet<string>) => MediaFile;
}

const readMedia = async (db: Database, files: FileStore, ids: readonly number[]): Promise<ProductMedia[]> => {
  const goods = await db
    .select({ id: products.id, name: products.name, sku: products.sku, barcode: products.barcode })
    .from(products)
    .where(idsCondition(products.id, ids))
    .orderBy(asc(products.id));
  const images = await readImagesByRecord(db, 'nomenclature', ids);
  return goods.map(product => {
    const productImages = images.get(product.id) ?? [];
    const pictures = productImages.map(({ key, ending, bytes }): MediaFile => {
      const path = `${product.id}/${key}.${ending}`;
      const read = async () => ({
        path,
        bytes: await readWholeFile(files, getPictureFilePath(key, `full.${ending}`)),
        mediaType: pictureMediaTypes[ending],
      });
      return { path, hash: key, bytes, read };
    });
    const createProductFile = (excludedPaths: ReadonlySet<string>): MediaFile => {
      const list = productImages.flatMap(({ key, ending, width, height, is_main, alt }, index) =>
        excludedPaths.has(pictures[index]?.path ?? '')
          ? []
          : [{ file: `${key}.${ending}`, width, height, is_main, alt }],
      );
      const bytes = Buffer.from(JSON.stringify({ ...product, images: list }));
      const path = getProductFilePath(product.id);
      const read = () => Promise.resolve({ path, bytes, mediaType: 'application/json' });
      return { path, hash: hashSha256(bytes), bytes: bytes.byteLength, read };
    };
    const productFile = createProductFile(new Set());
    return {
      id: product.id,
      name: product.name,
      hasImages: productImages.length > 0,
      files: [...pictures, productFile],
      createAboutFile: createProductFile,
    };
  });
};

/**
 * The path of the file that lists a product's images in order. Files at a cafe are never deleted. An image that is no
 * longer listed is simply not shown.
 */
export const getProductFilePath = (id: number): string => `${id}/product.json`;

const readWholeFile = async (files: FileStore, name: string): Promise<Uint8Array> => {
  try {
    const file = await files.read(name);
    if (file) return new Uint8Array(await new Response(file.body).arrayBuffer());
  } catch (cause) {
    throw new DeliveryError('store', { scope: 'again', cause });
  }
  throw new DeliveryError('gone', { scope: 'file' });
};

interface MediaReceiver {
  cafeId: number;
  destination: string;
  anew: boolean;
  /** The run that sends. What it has sent itself is not sent anew. */
  runId?: number;
}

export interface MissingMedia extends ProductMedia {
  /** The hash of the last `product.json` that the cafe received, so that an unchanged file is not sent again. */
  remoteHash: string | undefined;
}

interface MediaComparison {
  missing: MissingMedia[];
  unchanged: number;
}

export const findMissingMedia = async (
  db: Database,
  receivers: readonly MediaReceiver[],
  media: readonly ProductMedia[],
): Promise<MediaComparison[]> => {
  const paths = media.flatMap(({ files }) => files.map(({ path }) => path));
  const ids = receivers.map(({ cafeId }) => cafeId);
  const rows = await db
    .select()
    .from(sentMedia)
    .where(and(idsCondition(sentMedia.cafe_id, ids), sql`${sentMedia.path} = any(${sql.param(paths)}::text[])`));
  const rowsByCafe = new Map<number, typeof rows>();
  for (const row of rows) {
    const others = rowsByCafe.get(row.cafe_id);
    if (others) others.push(row);
    else rowsByCafe.set(row.cafe_id, [row]);
  }
  return receivers.map(({ cafeId, destination, anew, runId }) => {
    const sent = (rowsByCafe.get(cafeId) ?? []).filter(row => row.destination === destination);
    return compareMedia(media, {
      remotePaths: new Set(sent.map(({ path }) => path)),
      remoteHashes: new Map(
        sent
          .filter(({ run_id }) => !anew || (run_id !== null && run_id === runId))
          .map(({ path, hash }) => [path, hash]),
      ),
    });
  });
};

interface RemoteMedia {
  /** All that the cafe has. */
  remotePaths: ReadonlySet<string>;
  /** The hashes of what need not be sent unless it has changed. */
  remoteHashes: ReadonlyMap<string, string>;
}

const compareMedia = (media: readonly ProductMedia[], { remotePaths, remoteHashes }: RemoteMedia): MediaComparison => {
  // A product without images matters only if the cafe still shows earlier images. The cafe then needs the empty list.
  const relevantMedia = media.filter(({ id, hasImages }) => hasImages || remotePaths.has(getProductFilePath(id)));
  const missingMedia = relevantMedia.map(product => ({
    ...product,
    files: product.files.filter(({ path, hash }) => remoteHashes.get(path) !== hash),
    remoteHash: remoteHashes.get(getProductFilePath(product.id)),
  }));
  const count = (list: readonly ProductMedia[]) => list.reduce((sum, { files }) => sum + files.length, 0);
  return {
    missing: missingMedia.filter(({ files }) => files.length > 0),
    unchanged: count(relevantMedia) - count(missingMedia),
  };
};

/** Products read at once, to limit memory. */
const PRODUCTS_PER_BATCH = 100;

/** The media of many products in steps, since a selection may cover the whole catalogue. */
export async function* readMediaInBatches(
  db: Database,
  files: FileStore,
  ids: readonly number[],
): AsyncGenerator<ProductMedia[]> {
  for (let start = 0; start < ids.length; start += PRODUCTS_PER_BATCH)
    yield await readMedia(db, files, ids.slice(start, start + PRODUCTS_PER_BATCH));
}
