import { createHash } from 'node:crypto';
import { and, eq, exists, lt, notExists, or, type SQL, sql } from 'drizzle-orm';
import { relationFields } from '#contract/drafts.ts';
import { thumbnailNames } from '#contract/images.ts';
import { type Database, queryRows } from '../../db/database.ts';
import { changes, pictures } from '../../db/schema.ts';
import type { ServerDeps } from '../../http/deps.ts';
import type { RenderedImage } from './render.ts';
import { imageTables } from './tablesByResource.ts';

/** A part of each key. Browsers cache files forever, so if the encoding changes, the addresses have to change too. */
const ENCODING_VERSION = 'v1';

/** The same file always gets the same key, so a picture uploaded twice is stored once. */
export const createPictureKey = (digest: string): string =>
  createHash('sha256').update(`${ENCODING_VERSION} ${digest}`).digest('hex');

/** The path of a picture's file, spread over subfolders because large folders are slow. */
export const getPictureFilePath = (key: string, file: string): string => `images/${key.slice(0, 2)}/${key}/${file}`;

/**
 * Stores a picture's files before a record refers to it. The row and its timestamp are written first. A sweep of the
 * same picture that is in progress finishes before this write, and a later sweep finds that the picture is too new to
 * be removed.
 */
export const storePicture = async (deps: ServerDeps, key: string, renderedImage: RenderedImage): Promise<void> => {
  const { db, clock, files } = deps;
  const { ending, width, height, bytes } = renderedImage;
  const pictureRow = { ending, width, height, bytes, touched_at: clock() };
  await db
    .insert(pictures)
    .values({ key, ...pictureRow })
    .onConflictDoUpdate({ target: pictures.key, set: pictureRow });
  for (const file of renderedImage.files)
    await files.put(getPictureFilePath(key, file.name), file.bytes, file.mediaType);
};

/**
 * Renews the timestamp of a picture that a record uses, so that the picture is not removed before another record uses
 * it too. If no record uses a picture, it may have a row without files, because a server may have been killed while
 * storing them.
 */
export const touchShownPicture = async ({ db, clock }: ServerDeps, key: string): Promise<boolean> => {
  const isShown = imageTables.map(table => exists(db.select({ one: sql`1` }).from(table).where(eq(table.key, key))));
  const renewed = await db
    .update(pictures)
    .set({ touched_at: clock() })
    .where(and(eq(pictures.key, key), or(...isShown)))
    .returning({ key: pictures.key });
  return renewed.length > 0;
};

/** Renews the timestamp of a picture that a record has ceased to use without a change in the history. */
export const touchPicture = async (tx: Database, key: string, now: Date): Promise<void> => {
  await tx.update(pictures).set({ touched_at: now }).where(eq(pictures.key, key));
};

const DAY_MS = 24 * 3_600_000;
/** Limits the duration of one sweep; the next one continues. */
const BATCH_SIZE = 200;

/**
 * Removes pictures that no record, feed or draft uses. Removes only pictures that are older than a day, because a
 * record may be about to use a newer one, or may use it again when the database is set back to an earlier moment.
 */
export const sweepPictures = async (deps: ServerDeps): Promise<void> => {
  const { db, clock } = deps;
  const isRecorded = and(eq(changes.field, relationFields.images), eq(changes.item, pictures.key));
  const unusedCondition = and(
    lt(pictures.touched_at, new Date(clock().getTime() - DAY_MS)),
    ...imageTables.map(table => notExists(db.select({ one: sql`1` }).from(table).where(eq(table.key, pictures.key)))),
    notExists(db.select({ one: sql`1` }).from(changes).where(isRecorded)),
  );
  for (const key of await findForgottenKeys(db, unusedCondition)) await removePicture(deps, key, unusedCondition);
};

/**
 * A feed still shows the pictures of the last publication, even if its records no longer use them. Since nothing has
 * used the others for a day, no publication can begin to show them, so the feeds are asked once for all of them. Their
 * contents have no index, and reading them takes seconds, so they are not read unless a picture is unused.
 */
const findForgottenKeys = async (db: Database, unusedCondition: SQL | undefined): Promise<string[]> => {
  const rows = await queryRows<{ key: string }>(
    db,
    sql`with unused as materialized (select ${pictures.key} as key from ${pictures} where ${unusedCondition}),
      published as materialized (
        select distinct shown.key from feed_items
          cross join lateral jsonb_array_elements(content -> 'images') image
          cross join lateral (select substring(image ->> 'full' from '[0-9a-f]{64}') as key) shown
        where exists (select from unused) and shown.key in (select key from unused)
      )
      select key from unused where key not in (select key from published) limit ${BATCH_SIZE}`,
  );
  return rows.map(({ key }) => key);
};

/**
 * The row stays locked while its files are removed, so that an upload of the same picture waits and writes them again.
 */
const removePicture = (deps: ServerDeps, key: string, unusedCondition: SQL | undefined): Promise<void> =>
  deps.db.transaction(async tx => {
    const [row] = await tx
      .select({ ending: pictures.ending })
      .from(pictures)
      .where(and(eq(pictures.key, key), unusedCondition))
      .for('update');
    if (!row) return;
    const names = [`full.${row.ending}`, ...thumbnailNames.map(name => `${name}.webp`)];
    await deps.files.remove(names.map(name => getPictureFilePath(key, name)));
    await tx.delete(pictures).where(eq(pictures.key, key));
  });
