import { and, asc, eq, sql } from 'drizzle-orm';
import { pictureTypes } from '#contract/images.ts';
import { oneOf } from '../collections/query.ts';
import type { Database } from '../db/database.ts';
import { products, sentMedia } from '../db/schema.ts';
import type { FileStore } from '../files/store.ts';
import { storedName } from '../images/keep.ts';
import { imagesByRecord } from '../sync/images.ts';
import { NotDelivered } from './refusal.ts';
import { hashOf } from './sign.ts';
import type { Parcel } from './target.ts';

/** A file as a cafe is to have it. */
export interface MediaFile {
  path: string;
  /** Of what it holds: where it is another, the file is. */
  hash: string;
  bytes: number;
  read: () => Promise<Parcel>;
}

/** A product with the files that a cafe is to have of it: its images, and last what they are. */
export interface ProductMedia {
  id: number;
  name: string;
  hasImages: boolean;
  files: MediaFile[];
}

/** The media of products, in the order of their ids. */
const mediaOf = async (db: Database, files: FileStore, ids: readonly number[]): Promise<ProductMedia[]> => {
  const goods = await db
    .select({ id: products.id, name: products.name, sku: products.sku, barcode: products.barcode })
    .from(products)
    .where(oneOf(products.id, ids))
    .orderBy(asc(products.id));
  const images = await imagesByRecord(db, 'nomenclature', ids);
  return goods.map(product => {
    const those = images.get(product.id) ?? [];
    const pictures = those.map(({ key, ending, bytes }): MediaFile => {
      const path = `${product.id}/${key}.${ending}`;
      const read = async () => ({
        path,
        bytes: await readWhole(files, storedName(key, `full.${ending}`)),
        mediaType: pictureTypes[ending],
      });
      return { path, hash: key, bytes, read };
    });
    const list = those.map(({ key, ending, width, height, is_main, alt }) => ({
      file: `${key}.${ending}`,
      width,
      height,
      is_main,
      alt,
    }));
    const about = Buffer.from(JSON.stringify({ ...product, images: list }));
    const path = aboutOf(product.id);
    const read = () => Promise.resolve({ path, bytes: about, mediaType: 'application/json' });
    const described = { path, hash: hashOf(about), bytes: about.byteLength, read };
    return { id: product.id, name: product.name, hasImages: those.length > 0, files: [...pictures, described] };
  });
};

/** The file that says which images a product has, in their order: what is named there no more is no longer shown. */
const aboutOf = (id: number): string => `${id}/product.json`;

const readWhole = async (files: FileStore, name: string): Promise<Uint8Array> => {
  try {
    const file = await files.read(name);
    if (file) return new Uint8Array(await new Response(file.body).arrayBuffer());
  } catch (cause) {
    throw new NotDelivered('store', { reach: 'again', cause });
  }
  throw new NotDelivered('gone', { reach: 'file' });
};

interface Receiver {
  cafeId: number;
  destination: string;
  /** Counts what it has as lacking. */
  anew: boolean;
}

/** What a cafe lacks of products' media, and how many files it has already. */
export const lackingAt = async (
  db: Database,
  { cafeId, destination, anew }: Receiver,
  media: readonly ProductMedia[],
): Promise<{ lacking: ProductMedia[]; unchanged: number }> => {
  const paths = media.flatMap(({ files }) => files.map(({ path }) => path));
  const rows = await db
    .select({ path: sentMedia.path, hash: sentMedia.hash })
    .from(sentMedia)
    .where(
      and(
        eq(sentMedia.cafe_id, cafeId),
        eq(sentMedia.destination, destination),
        sql`${sentMedia.path} = any(${sql.param(paths)}::text[])`,
      ),
    );
  const has = new Map(rows.map(({ path, hash }) => [path, hash]));
  // A product without images concerns only a cafe that has some of it.
  const concerned = media.filter(({ id, hasImages }) => hasImages || has.has(aboutOf(id)));
  const lacking = concerned.map(product => ({
    ...product,
    files: product.files.filter(({ path, hash }) => anew || has.get(path) !== hash),
  }));
  const count = (list: readonly ProductMedia[]) => list.reduce((sum, { files }) => sum + files.length, 0);
  return { lacking: lacking.filter(({ files }) => files.length > 0), unchanged: count(concerned) - count(lacking) };
};

/** Products looked at in one step. */
const STEP = 100;

/** The media of many products, some at a time. */
export async function* mediaInSteps(
  db: Database,
  files: FileStore,
  ids: readonly number[],
): AsyncGenerator<ProductMedia[]> {
  for (let from = 0; from < ids.length; from += STEP) yield await mediaOf(db, files, ids.slice(from, from + STEP));
}
