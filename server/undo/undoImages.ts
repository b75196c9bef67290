import { getRevertAccess, relationFields } from '#contract/drafts.ts';
import { isAllowed } from '#contract/permissions.ts';
import { ApiFailure } from '../http/errors.ts';
import { readImageRows } from '../media/images/readImages.ts';
import { toImageState } from '../media/images/revertImage.ts';
import { getGallery, type ImageResource } from '../media/images/tablesByResource.ts';
import { type ImageState, putBackImages } from '../media/images/writeImages.ts';
import { lockRecords } from '../records/touched.ts';
import type { RecordedChange } from './readBatch.ts';
import { createForbiddenFailure, createGoneFailure, judge, noteBack, noteRefused } from './tally.ts';
import type { UndoContext } from './undoContext.ts';

export const undoImages = async (
  { tx, caller, changes, tally, isOverwritten }: UndoContext,
  entity: string,
  recordId: number,
  imageChanges: readonly RecordedChange[],
): Promise<void> => {
  const [first] = imageChanges;
  if (!first) return;
  const gallery = getGallery(entity as ImageResource);
  const [record] = await lockRecords(tx, gallery.binding, [recordId]);
  if (!record) return noteRefused(tally, first, createGoneFailure());
  const rows = new Map((await readImageRows(tx, gallery.table, recordId)).map(row => [row.key, row]));
  const back: RecordedChange[] = [];
  for (const change of imageChanges) {
    const row = rows.get(change.item);
    const current = row ? toImageState(row) : null;
    const verdict = judge(change, current, isOverwritten);
    if (verdict === 'same') tally.same += 1;
    else if (verdict === 'since') tally.since.push({ ...change, current });
    else back.push(change);
  }
  if (back.length === 0) return;
  if (!isAllowed(getRevertAccess(entity, relationFields.images) ?? undefined, caller.grantedSlugs)) {
    for (const change of back) noteRefused(tally, change, createForbiddenFailure());
    return;
  }
  const states = new Map(back.map(({ item, before }) => [item, before as ImageState | null]));
  const missingKeys = await putBackImages(tx, changes, gallery, recordId, states);
  for (const change of back.filter(({ item }) => missingKeys.includes(item)))
    noteRefused(tally, change, new ApiFailure('notFound', { text: 'drafts.pictureGone' }));
  noteBack(
    tally,
    'changed',
    back.filter(({ item }) => !missingKeys.includes(item)),
  );
};
