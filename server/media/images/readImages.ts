import { asc, eq } from 'drizzle-orm';
import { getPictureUrl, getThumbnailUrl, type Image } from '#contract/images.ts';
import type { Database } from '../../db/database.ts';
import { pictures } from '../../db/schema.ts';
import type { ImageTable } from './tablesByResource.ts';

export type ImageRow = Awaited<ReturnType<typeof readImageRows>>[number];

export const readImageRows = (db: Database, table: ImageTable, recordId: number) =>
  db
    .select({
      id: table.id,
      key: table.key,
      position: table.position,
      is_main: table.is_main,
      alt: table.alt,
      file_name: table.file_name,
      created_at: table.created_at,
      ending: pictures.ending,
      width: pictures.width,
      height: pictures.height,
      bytes: pictures.bytes,
    })
    .from(table)
    .innerJoin(pictures, eq(pictures.key, table.key))
    .where(eq(table.record_id, recordId))
    .orderBy(asc(table.position), asc(table.id));

export const toImages = (rows: readonly ImageRow[]): Image[] =>
  rows.map(({ id, key, ending, width, height, bytes, file_name, is_main, alt, created_at }) => ({
    id,
    addresses: {
      small: getThumbnailUrl(key, 'small'),
      medium: getThumbnailUrl(key, 'medium'),
      large: getThumbnailUrl(key, 'large'),
      full: getPictureUrl(key, `full.${ending}`),
    },
    width,
    height,
    bytes,
    file_name,
    is_main,
    alt,
    created_at: created_at.toISOString(),
  }));
