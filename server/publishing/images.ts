import { asc, eq, inArray } from 'drizzle-orm';
import type { PublishedRecordType } from '#contract/synchronization.ts';
import type { Database } from '../db/database.ts';
import { pictures } from '../db/schema.ts';
import { getGallery } from '../media/images/tablesByResource.ts';

export type RecordImage = Awaited<ReturnType<typeof readImages>>[number];

const readImages = (db: Database, entity: PublishedRecordType, ids: readonly number[]) => {
  const { table } = getGallery(entity);
  return db
    .select({
      record_id: table.record_id,
      key: table.key,
      is_main: table.is_main,
      alt: table.alt,
      ending: pictures.ending,
      width: pictures.width,
      height: pictures.height,
      bytes: pictures.bytes,
    })
    .from(table)
    .innerJoin(pictures, eq(pictures.key, table.key))
    .where(inArray(table.record_id, [...ids]))
    .orderBy(asc(table.position), asc(table.id));
};

/** Uses one query for a whole batch instead of a query per record. */
export const readImagesByRecord = async (
  db: Database,
  entity: PublishedRecordType,
  ids: readonly number[],
): Promise<Map<number, RecordImage[]>> => {
  const imagesByRecord = new Map<number, RecordImage[]>();
  for (const image of await readImages(db, entity, ids)) {
    const others = imagesByRecord.get(image.record_id);
    if (others) others.push(image);
    else imagesByRecord.set(image.record_id, [image]);
  }
  return imagesByRecord;
};
