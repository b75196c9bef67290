import { eq, inArray, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import {
  findPictureField,
  getThumbnailUrl,
  type ImageChanges,
  type Images,
  type UploadResult,
} from '#contract/images.ts';
import { imageLimits } from '#contract/limits.ts';
import { withBatch } from '../../accounts/author.ts';
import type { Database } from '../../db/database.ts';
import { languages, pictures } from '../../db/schema.ts';
import type { ServerDeps } from '../../http/deps.ts';
import { ApiFailure } from '../../http/errors.ts';
import { commitChange } from '../../records/commit.ts';
import type { WireRecord } from '../../records/readRecords.ts';
import type { PendingChanges } from '../../records/recordChanges.ts';
import { createStamp } from '../../records/stamp.ts';
import { lockRecords } from '../../records/touched.ts';
import { translateValidation } from '../../translate.ts';
import { type ImageRow, readImageRows, toImages } from './readImages.ts';
import { ImageRefusal } from './refusal.ts';
import type { ImageGallery } from './tablesByResource.ts';

export type ProcessedUpload = { fileName: string } & ({ key: string } | { refusal: ImageRefusal });
type ImageOutcome = UploadResult['files'][number];
type RunOnce = <T>(tx: Database, operation: () => Promise<T>) => Promise<T>;

/**
 * `runOnce` returns the first result again when a request is repeated.
 * @throws {ApiFailure} 404 when the record or the replaced image does not exist
 */
export const addImages = (
  deps: ServerDeps,
  gallery: ImageGallery,
  recordId: number,
  files: readonly ProcessedUpload[],
  { replace, runOnce }: { replace: number | undefined; runOnce: RunOnce },
): Promise<UploadResult> =>
  commitChange(withBatch(deps, 'images'), (tx, changes) =>
    runOnce(tx, () => addImagesWithin(tx, changes, { gallery, recordId, files, replace })),
  );

interface ImageAddition {
  gallery: ImageGallery;
  recordId: number;
  files: readonly ProcessedUpload[];
  replace?: number | undefined;
}

/** Adds images as a part of a larger change. @throws {ApiFailure} 404 */
export const addImagesWithin = async (
  tx: Database,
  changes: PendingChanges,
  { gallery, recordId, files, replace }: ImageAddition,
): Promise<UploadResult> => {
  const work = await beginImageEdit(tx, gallery, recordId, changes);
  const replaced = replace === undefined ? null : requireImage(work.rows, replace);
  const outcomes: ImageOutcome[] = [];
  for (const file of files) outcomes.push(await addImage(work, file, replaced));
  return { ...(await finishEdit(work)), files: outcomes };
};

/**
 * Orders a record's images, chooses the main image and writes alt texts. @throws {ApiFailure} 409 with the current
 * images if one of the given images no longer exists, since the caller's order is then outdated
 */
export const arrangeImages = (
  deps: ServerDeps,
  gallery: ImageGallery,
  recordId: number,
  { ids = [], main_id, alts = [] }: ImageChanges,
): Promise<Images> =>
  commitChange(withBatch(deps, 'images'), async (tx, changes) => {
    const imageEdit = await beginImageEdit(tx, gallery, recordId, changes);
    const { record, rows } = imageEdit;
    const mentionedIds = [...ids, ...(main_id === undefined ? [] : [main_id]), ...alts.map(({ id }) => id)];
    if (mentionedIds.some(id => rows.every(row => row.id !== id))) throw createChangedMeanwhileFailure(rows, record);
    if (ids.length > 0) await orderImages(imageEdit, [...new Set([...ids, ...rows.map(({ id }) => id)])]);
    if (main_id !== undefined) await setMainImage(imageEdit, main_id);
    await assertKnownLanguages(tx, alts);
    for (const { id, alt } of alts) await describeImage(imageEdit, requireImage(rows, id), alt);
    return finishEdit(imageEdit);
  });

/**
 * Removes an image from a record. Its picture is left to the sweep, because others may use it.
 * @throws {ApiFailure} 404
 */
export const removeImage = (
  deps: ServerDeps,
  gallery: ImageGallery,
  recordId: number,
  imageId: number,
): Promise<Images> =>
  commitChange(withBatch(deps, 'images'), async (tx, changes) => {
    const imageEdit = await beginImageEdit(tx, gallery, recordId, changes);
    await dropImage(imageEdit, requireImage(imageEdit.rows, imageId));
    return finishEdit(imageEdit);
  });

/** An image as the history records it. */
export type ImageState = Pick<ImageRow, 'file_name' | 'position' | 'is_main' | 'alt'>;

/**
 * Gives images of a record the state that they had, or removes those that had none. The image that became the main one
 * in the meantime stays it.
 * @returns the keys whose pictures no longer exist
 */
export const putBackImages = async (
  tx: Database,
  changes: PendingChanges,
  gallery: ImageGallery,
  recordId: number,
  states: ReadonlyMap<string, ImageState | null>,
): Promise<string[]> => {
  const imageEdit = await beginImageEdit(tx, gallery, recordId, changes);
  const { table } = gallery;
  const rows = new Map(imageEdit.rows.map(row => [row.key, row]));
  const knownKeys = new Set(
    (
      await tx
        .select({ key: pictures.key })
        .from(pictures)
        .where(inArray(pictures.key, [...states.keys()]))
    ).map(({ key }) => key),
  );
  const hasOtherMain = imageEdit.rows.some(row => row.is_main && !states.has(row.key));
  const missingKeys: string[] = [];
  // Those that are no longer the main image go first, because there is only one.
  const ordered = [...states].toSorted(
    ([, state], [, other]) => Number(state?.is_main ?? false) - Number(other?.is_main ?? false),
  );
  for (const [key, state] of ordered) {
    const row = rows.get(key);
    if (state === null) {
      if (row) await dropImage(imageEdit, row);
      continue;
    }
    if (!knownKeys.has(key)) {
      missingKeys.push(key);
      continue;
    }
    const values = { ...state, is_main: state.is_main && !hasOtherMain };
    if (row) await tx.update(table).set(values).where(eq(table.id, row.id));
    else await tx.insert(table).values({ ...values, record_id: recordId, key, created_at: changes.at });
    imageEdit.isChanged = true;
  }
  await finishEdit(imageEdit);
  return missingKeys;
};

interface ImageEdit {
  tx: Database;
  gallery: ImageGallery;
  record: WireRecord;
  rows: ImageRow[];
  changes: PendingChanges;
  isChanged: boolean;
}

/** Locks the record, so that changes to its images run one after another. */
const beginImageEdit = async (
  tx: Database,
  gallery: ImageGallery,
  recordId: number,
  changes: PendingChanges,
): Promise<ImageEdit> => {
  const [record] = await lockRecords(tx, gallery.binding, [recordId]);
  if (!record) throw new ApiFailure('notFound');
  return { tx, gallery, record, rows: await readImageRows(tx, gallery.table, recordId), changes, isChanged: false };
};

/**
 * Updates the record's main picture and version, but only if anything has changed, because a new version makes open
 * forms outdated.
 * @returns the images after the change
 */
const finishEdit = async (imageEdit: ImageEdit): Promise<Images> => {
  const { tx, gallery, record, changes, isChanged } = imageEdit;
  const { binding, table } = gallery;
  if (!isChanged) return { items: toImages(imageEdit.rows), version: record.version };
  const rows = await readImageRows(tx, table, record.id);
  const [first] = rows;
  const main = rows.find(({ is_main }) => is_main) ?? first;
  if (main && !main.is_main) await setMainImage({ ...imageEdit, rows }, main.id);
  const picture = findPictureField(binding.collection)?.name ?? '';
  await tx
    .update(binding.table as PgTable)
    .set({
      [picture]: main ? getThumbnailUrl(main.key, 'small') : null,
      ...createStamp(binding.table, changes),
    } as never)
    .where(eq(binding.table.id, record.id));
  changes.changed(binding.resource, [record.id]);
  const items = toImages(rows.map(row => ({ ...row, is_main: row.id === main?.id })));
  return { items, version: record.version + 1 };
};

const addImage = async (
  imageEdit: ImageEdit,
  file: ProcessedUpload,
  replacedImage: ImageRow | null,
): Promise<ImageOutcome> => {
  const { fileName: file_name } = file;
  if ('refusal' in file) return toRefusedOutcome(file_name, file.refusal);
  const { tx, gallery, record, changes } = imageEdit;
  const rows = await readImageRows(tx, gallery.table, record.id);
  const knownImage = rows.find(({ key }) => key === file.key);
  if (replacedImage && knownImage?.id !== replacedImage.id) await dropImage(imageEdit, replacedImage);
  if (knownImage) {
    if (replacedImage?.is_main) await setMainImage(imageEdit, knownImage.id);
    return { file_name, image_id: knownImage.id, is_new: false, refused: null };
  }
  if (rows.length >= imageLimits.perRecord && !replacedImage)
    return toRefusedOutcome(file_name, new ImageRefusal('full', { limit: imageLimits.perRecord }));
  const [addedRow] = await tx
    .insert(gallery.table)
    .values({
      record_id: record.id,
      key: file.key,
      position: replacedImage?.position ?? (rows.at(-1)?.position ?? 0) + 1,
      is_main: replacedImage ? replacedImage.is_main : rows.length === 0,
      alt: replacedImage?.alt ?? {},
      file_name,
      created_at: changes.at,
    })
    .returning({ id: gallery.table.id });
  imageEdit.isChanged = true;
  return { file_name, image_id: addedRow?.id ?? null, is_new: true, refused: null };
};

const toRefusedOutcome = (file_name: string, refusal: ImageRefusal): ImageOutcome => ({
  file_name,
  image_id: null,
  is_new: false,
  refused: refusal.messageFor(file_name),
});

const dropImage = async (imageEdit: ImageEdit, { id }: ImageRow): Promise<void> => {
  const { tx, gallery } = imageEdit;
  await tx.delete(gallery.table).where(eq(gallery.table.id, id));
  imageEdit.isChanged = true;
};

const orderImages = async (imageEdit: ImageEdit, ids: readonly number[]): Promise<void> => {
  const { tx, gallery, rows } = imageEdit;
  if (ids.every((id, index) => rows[index]?.id === id)) return;
  await tx.execute(
    sql`update ${gallery.table} set position = arranged.position
      from unnest(${sql.param([...ids])}::integer[]) with ordinality as arranged (id, position)
      where ${gallery.table.id} = arranged.id`,
  );
  imageEdit.isChanged = true;
};

const setMainImage = async (imageEdit: ImageEdit, id: number): Promise<void> => {
  const { tx, gallery, record, rows } = imageEdit;
  if (rows.some(row => row.id === id && row.is_main)) return;
  const { table } = gallery;
  await tx.update(table).set({ is_main: false }).where(eq(table.record_id, record.id));
  await tx.update(table).set({ is_main: true }).where(eq(table.id, id));
  imageEdit.isChanged = true;
};

const describeImage = async (
  imageEdit: ImageEdit,
  { id, alt: before }: ImageRow,
  altTexts: ImageRow['alt'],
): Promise<void> => {
  const { tx, gallery } = imageEdit;
  const alt = Object.fromEntries(Object.entries({ ...before, ...altTexts }).filter(([, text]) => text));
  const isSame = JSON.stringify(Object.entries(alt).sort()) === JSON.stringify(Object.entries(before).sort());
  if (isSame) return;
  await tx.update(gallery.table).set({ alt }).where(eq(gallery.table.id, id));
  imageEdit.isChanged = true;
};

/** @throws {ApiFailure} 400 at the alt text of an unknown language */
const assertKnownLanguages = async (tx: Database, alts: NonNullable<ImageChanges['alts']>): Promise<void> => {
  if (alts.length === 0) return;
  const knownCodes = new Set((await tx.select({ code: languages.code }).from(languages)).map(({ code }) => code));
  const errors = alts.flatMap(({ alt }, index) =>
    Object.keys(alt)
      .filter(code => !knownCodes.has(code))
      .map((code): [string, string[]] => [`alts.${index}.alt.${code}`, [translateValidation('notFound')]]),
  );
  if (errors.length > 0) throw new ApiFailure('invalid', { errors: Object.fromEntries(errors) });
};

const requireImage = (rows: readonly ImageRow[], id: number): ImageRow => {
  const row = rows.find(row => row.id === id);
  if (!row) throw new ApiFailure('notFound');
  return row;
};

const createChangedMeanwhileFailure = (rows: readonly ImageRow[], { version }: WireRecord): ApiFailure =>
  new ApiFailure('conflict', { text: 'images.changed', result: { items: toImages(rows), version } });
