import { and, asc, sql } from 'drizzle-orm';
import { pictureTypes } from '#contract/images.ts';
import type { Database } from '../../db/database.ts';
import { products, sentMedia } from '../../db/schema.ts';
import type { FileStore } from '../../files/store.ts';
import { imagesByRecord } from '../../publishing/images.ts';
import { oneOf } from '../../records/query.ts';
import { storedName } from '../images/keep.ts';
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
  /** What its images are, but for those whose paths are given: a cafe is told of what it has. */
  about: (without: ReadonlySet<string>) => MediaFile;
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
    const about = (without: ReadonlySet<string>): MediaFile => {
      const list = those.flatMap(({ key, ending, width, height, is_main, alt }, at) =>
        without.has(pictures[at]?.path ?? '') ? [] : [{ file: `${key}.${ending}`, width, height, is_main, alt }],
      );
      const bytes = Buffer.from(JSON.stringify({ ...product, images: list }));
      const path = aboutOf(product.id);
      const read = () => Promise.resolve({ path, bytes, mediaType: 'application/json' });
      return { path, hash: hashOf(bytes), bytes: bytes.byteLength, read };
    };
    const whole = about(new Set());
    return { id: product.id, name: product.name, hasImages: those.length > 0, files: [...pictures, whole], about };
  });
};

/** The file that says which images a product has, in their order: what is named there no more is no longer shown. */
export const aboutOf = (id: number): string => `${id}/product.json`;

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

/** A product of which a cafe lacks these files. */
export interface LackingMedia extends ProductMedia {
  /** Of what the cafe was last told of its images. */
  toldHash: string | undefined;
}

interface Lacking {
  lacking: LackingMedia[];
  /** How many files it has already. */
  unchanged: number;
}

/** What each of these cafes lacks of products' media, in their order. */
export const lackingAt = async (
  db: Database,
  receivers: readonly Receiver[],
  media: readonly ProductMedia[],
): Promise<Lacking[]> => {
  const paths = media.flatMap(({ files }) => files.map(({ path }) => path));
  const ids = receivers.map(({ cafeId }) => cafeId);
  const rows = await db
    .select()
    .from(sentMedia)
    .where(and(oneOf(sentMedia.cafe_id, ids), sql`${sentMedia.path} = any(${sql.param(paths)}::text[])`));
  const byCafe = new Map<number, typeof rows>();
  for (const row of rows) {
    const others = byCafe.get(row.cafe_id);
    if (others) others.push(row);
    else byCafe.set(row.cafe_id, [row]);
  }
  return receivers.map(({ cafeId, destination, anew }) => {
    const there = (byCafe.get(cafeId) ?? []).filter(row => row.destination === destination);
    return lackingOf(media, new Map(there.map(({ path, hash }) => [path, hash])), anew);
  });
};

const lackingOf = (media: readonly ProductMedia[], has: ReadonlyMap<string, string>, anew: boolean): Lacking => {
  // A product without images concerns only a cafe that has some of it.
  const concerned = media.filter(({ id, hasImages }) => hasImages || has.has(aboutOf(id)));
  const lacking = concerned.map(product => ({
    ...product,
    files: product.files.filter(({ path, hash }) => anew || has.get(path) !== hash),
    toldHash: anew ? undefined : has.get(aboutOf(product.id)),
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
