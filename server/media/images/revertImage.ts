import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import { pictures } from '../../db/schema.ts';
import { createChangedSinceFailure, type RevertedChange } from '../../drafts/createChangedSinceFailure.ts';
import type { ServerDeps } from '../../http/deps.ts';
import { ApiFailure } from '../../http/errors.ts';
import { type ImageRow, readImageRows } from './readImages.ts';
import { getGallery, type ImageGallery, type ImageResource } from './tablesByResource.ts';
import { addImages, arrangeImages, type ImageState, removeImage } from './writeImages.ts';

export const revertImage = async (deps: ServerDeps, entity: string, revertedChange: RevertedChange): Promise<void> => {
  const gallery = getGallery(entity as ImageResource);
  const row = await findImage(deps, gallery, revertedChange);
  const current = row ? toImageState(row) : null;
  if (!isDeepStrictEqual(current, revertedChange.after)) throw createChangedSinceFailure(revertedChange, current);
  const before = revertedChange.before as ImageState | null;
  if (before === null) {
    if (row) await removeImage(deps, gallery, revertedChange.recordId, row.id);
    return;
  }
  if (!row) await restoreImage(deps, gallery, revertedChange, before);
  await restoreArrangement(deps, gallery, revertedChange, before);
};

/** An alternative text that the state lacks is emptied, since a text that is not mentioned would stay. */
const buildAlt = (row: ImageRow, { alt }: ImageState): ImageState['alt'] => ({
  ...Object.fromEntries(Object.keys(row.alt).map(code => [code, ''])),
  ...alt,
});

const findImage = async (
  { db }: ServerDeps,
  { table }: ImageGallery,
  { recordId, item }: RevertedChange,
): Promise<ImageRow | undefined> => (await readImageRows(db, table, recordId)).find(({ key }) => key === item);

export const toImageState = ({ file_name, position, is_main, alt }: ImageRow): ImageState => ({
  file_name,
  position,
  is_main,
  alt,
});

/** @throws {ApiFailure} 404 when a sweep has removed the picture since */
const restoreImage = async (
  deps: ServerDeps,
  gallery: ImageGallery,
  { recordId, item }: RevertedChange,
  before: ImageState,
): Promise<void> => {
  const pictureCount = await deps.db.$count(pictures, eq(pictures.key, item));
  if (pictureCount === 0) throw new ApiFailure('notFound', { text: 'drafts.pictureGone' });
  const file = { fileName: before.file_name, key: item };
  await addImages(deps, gallery, recordId, [file], { replace: undefined, runOnce: (_, operation) => operation() });
};

const restoreArrangement = async (
  deps: ServerDeps,
  gallery: ImageGallery,
  revertedChange: RevertedChange,
  before: ImageState,
): Promise<void> => {
  const rows = await readImageRows(deps.db, gallery.table, revertedChange.recordId);
  const row = rows.find(({ key }) => key === revertedChange.item);
  if (!row) return;
  const others = rows.filter(imageRow => imageRow !== row);
  const position = others.filter(({ position }) => position < before.position).length;
  await arrangeImages(deps, gallery, revertedChange.recordId, {
    ids: others.toSpliced(position, 0, row).map(({ id }) => id),
    alts: [{ id: row.id, alt: buildAlt(row, before) }],
    ...(before.is_main && { main_id: row.id }),
  });
};
