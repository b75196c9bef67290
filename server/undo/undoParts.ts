import { getRevertAccess, relationFields } from '#contract/drafts.ts';
import { isAllowed } from '#contract/permissions.ts';
import { lockAdministration } from '../accounts/people/userRights.ts';
import { undoTrees } from '../categories/undoTree.ts';
import { restoreRecords } from '../drafts/restoreRecords.ts';
import { ApiFailure } from '../http/errors.ts';
import { lockDefinitionsShared } from '../records/attributes.ts';
import { deleteEachRow } from '../records/commit.ts';
import { lockInOrder } from '../records/locks.ts';
import { canEdit, getBinding, narrowBinding, type TableBinding } from '../records/tableBinding.ts';
import { lockForRemoval, toTouchedRows } from '../records/touched.ts';
import type { UndoPart } from './parts.ts';
import type { RecordedChange } from './readBatch.ts';
import { readTouchedSince } from './readTouchedSince.ts';
import { createForbiddenFailure, noteBack, noteRefused } from './tally.ts';
import type { UndoContext } from './undoContext.ts';
import { undoFields } from './undoFields.ts';
import { undoImages } from './undoImages.ts';
import { undoMatrix } from './undoMatrix.ts';

export const undoParts = async (context: UndoContext, parts: readonly UndoPart[]): Promise<void> => {
  const writable = parts.map(part => refuseForbidden(context, part));
  await lockParts(context, writable);
  for (const part of writable) await undoPart(context, part);
};

/** Refuses the records of which the caller may write nothing, so that they are not locked. @returns the others */
export const refuseForbidden = (
  { caller: { grantedSlugs }, tally }: Pick<UndoContext, 'caller' | 'tally'>,
  part: UndoPart,
): UndoPart => {
  const { kind, entity } = part;
  if (kind === 'tree') return part;
  const records: UndoPart['records'] = new Map();
  for (const [id, changes] of part.records) {
    // Who may delete a record may also take back that it was deleted or created.
    const isWritable =
      kind === 'change'
        ? changes.some(({ field }) => isAllowed(getRevertAccess(entity, field) ?? undefined, grantedSlugs))
        : isAllowed(getBinding(entity).collection.access.remove, grantedSlugs);
    if (isWritable) records.set(id, changes);
    else
      for (const change of kind === 'change' ? changes : [getWhole(changes)])
        noteRefused(tally, change, createForbiddenFailure());
  }
  return { ...part, records };
};

/** What has to be locked before anything else, and then the records, in the order of the house. */
const lockParts = async ({ tx, caller }: UndoContext, parts: readonly UndoPart[]): Promise<void> => {
  if (parts.some(({ entity, records }) => records.size > 0 && (entity === 'users' || entity === 'roles')))
    await lockAdministration(tx);
  await lockDefinitionsShared(tx);
  await lockInOrder(
    tx,
    parts.flatMap(({ kind, entity, records }) =>
      kind === 'tree' ? [] : [toTouchedRows(narrowBinding(getBinding(entity), caller), [...records.keys()], 'update')],
    ),
  );
};

const undoPart = async (context: UndoContext, { kind, entity, records }: UndoPart): Promise<void> => {
  if (records.size === 0) return;
  if (kind === 'tree') return undoTrees(context, records);
  const binding = narrowBinding(getBinding(entity), context.caller);
  if (kind === 'restore') return undoDeletions(context, binding, records);
  if (kind === 'remove') return undoCreations(context, binding, records);
  return undoChanges(context, binding, records);
};

type ChangesByRecord = ReadonlyMap<number, readonly RecordedChange[]>;

const undoChanges = async (context: UndoContext, binding: TableBinding, records: ChangesByRecord): Promise<void> => {
  const { resource } = binding;
  const isOfMatrix = ({ field }: RecordedChange): boolean =>
    resource === 'matrices' && (field === relationFields.products || field === relationFields.order);
  const isOfImage = ({ field }: RecordedChange): boolean => field === relationFields.images;
  const fieldChanges = new Map(
    [...records].flatMap(([id, changes]) => {
      const ofFields = changes.filter(change => !isOfMatrix(change) && !isOfImage(change));
      return ofFields.length > 0 ? [[id, ofFields] as const] : [];
    }),
  );
  if (fieldChanges.size > 0) await undoFields(context, binding, fieldChanges);
  for (const [id, changes] of records) {
    await undoImages(context, resource, id, changes.filter(isOfImage));
    await undoMatrix(context, id, changes.filter(isOfMatrix));
  }
};

/** @returns the change of the record itself */
const getWhole = (changes: readonly RecordedChange[] | undefined): RecordedChange => {
  const whole = changes?.find(({ field }) => field === '');
  if (!whole) throw new Error('a record was neither created nor deleted');
  return whole;
};

const undoDeletions = async (context: UndoContext, binding: TableBinding, records: ChangesByRecord): Promise<void> => {
  const { tx, caller, changes, tally } = context;
  const present = new Set((await lockForRemoval(tx, binding, [...records.keys()])).map(({ id }) => id));
  tally.same += present.size;
  const ids = [...records.keys()].filter(id => !present.has(id));
  const restored = await restoreRecords(tx, binding, caller, ids, changes);
  for (const [id, failure] of restored.failures) noteRefused(tally, getWhole(records.get(id)), failure);
  for (const id of restored.ids) noteBack(tally, 'restored', [getWhole(records.get(id))]);
  // The batch may have changed them before it deleted them.
  const changedBefore = new Map(
    restored.ids.flatMap(id => {
      const ofFields = (records.get(id) ?? []).filter(({ field }) => field !== '');
      return ofFields.length > 0 ? [[id, ofFields] as const] : [];
    }),
  );
  if (changedBefore.size > 0) await undoFields(context, binding, changedBefore);
};

const undoCreations = async (context: UndoContext, binding: TableBinding, records: ChangesByRecord): Promise<void> => {
  const { tx, changes, tally, batchId, isOverwritten } = context;
  const present = new Map((await lockForRemoval(tx, binding, [...records.keys()])).map(record => [record.id, record]));
  tally.same += records.size - present.size;
  const touchedIds = await readTouchedSince(tx, binding.resource, [...present.keys()], batchId);
  const ids: number[] = [];
  for (const [id, record] of present) {
    const whole = getWhole(records.get(id));
    if (!canEdit(binding, record, null)) noteRefused(tally, whole, new ApiFailure('forbidden'));
    else if (touchedIds.has(id) && !isOverwritten(whole)) tally.since.push({ ...whole, current: null });
    else ids.push(id);
  }
  const refused = new Set<number>();
  await deleteEachRow(tx, binding, ids, changes, (id, failure) => {
    refused.add(id);
    noteRefused(tally, getWhole(records.get(id)), failure);
  });
  for (const id of ids) if (!refused.has(id)) noteBack(tally, 'removed', [getWhole(records.get(id))]);
};
