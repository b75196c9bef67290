import { isDeepStrictEqual } from 'node:util';
import { and, eq } from 'drizzle-orm';
import { type DraftEntity, getRevertAccess, relationFields } from '#contract/drafts.ts';
import { isAllowed } from '#contract/permissions.ts';
import { getOwnValue } from '#contract/values.ts';
import { withAuthor, withBatch } from '../accounts/author.ts';
import type { Caller } from '../accounts/session/caller.ts';
import { revertTree } from '../categories/revertTree.ts';
import { draftChanges } from '../db/schema.ts';
import type { ServerDeps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';
import { revertMembership, revertOrder } from '../matrices/revertMatrix.ts';
import { revertImage } from '../media/images/revertImage.ts';
import { commitChange, editRecord } from '../records/commit.ts';
import type { WireRecord } from '../records/readRecords.ts';
import { getBinding, narrowBinding } from '../records/tableBinding.ts';
import type { Patch } from '../records/values.ts';
import { assertCanWrite } from '../records/visibleFields.ts';
import { createChangedSinceFailure, type RevertedChange } from './createChangedSinceFailure.ts';
import { visibleChangesCondition } from './visibleChanges.ts';

interface ChangeKey {
  entity: DraftEntity;
  record_id: number;
  field: string;
  item: string;
}

/**
 * Reverts a field or a linked pair to its value before a draft. This is an ordinary write with the caller's
 * permissions, so validation, history and events apply to it too.
 * @throws {ApiFailure} 404; 403; 400 when the old value is no longer valid; 409 with the current value when it has
 * changed since
 */
export const revertChange = async (
  deps: ServerDeps,
  caller: Caller,
  draftId: number,
  key: ChangeKey,
): Promise<void> => {
  const { entity, record_id, field, item } = key;
  const [row] = await deps.db
    .select({ before: draftChanges.before, after: draftChanges.after })
    .from(draftChanges)
    .where(
      and(
        eq(draftChanges.draft_id, draftId),
        eq(draftChanges.entity, entity),
        eq(draftChanges.record_id, record_id),
        eq(draftChanges.field, field),
        eq(draftChanges.item, item),
        visibleChangesCondition(caller),
      ),
    );
  if (!row) throw new ApiFailure('notFound');
  if (!isAllowed(getRevertAccess(entity, field) ?? undefined, caller.grantedSlugs)) throw new ApiFailure('forbidden');
  await writeBack(withBatch(withAuthor(deps, caller), 'undo', { resource: entity }), caller, key, {
    recordId: record_id,
    item,
    ...row,
  });
};

const writeBack = async (
  deps: ServerDeps,
  caller: Caller,
  { entity, record_id, field }: ChangeKey,
  change: RevertedChange,
): Promise<void> => {
  if (entity === 'categories') return revertTree(deps, field, change);
  if (field === relationFields.images) return revertImage(deps, entity, change);
  if (field === relationFields.products)
    return commitChange(deps, (tx, changes) => revertMembership(tx, caller, change, changes));
  if (field === relationFields.order)
    return commitChange(deps, (tx, changes) => revertOrder(tx, caller, change, changes));
  const binding = narrowBinding(getBinding(entity), caller);
  await editRecord(deps, binding, record_id, record => {
    const patch = buildPatch(record, field, change);
    assertCanWrite(caller, binding.collection, patch, 'update');
    return patch;
  });
};

const buildPatch = (record: WireRecord, field: string, revertedChange: RevertedChange): Patch =>
  revertedChange.item === ''
    ? buildValuePatch(record, field, revertedChange)
    : buildPairPatch(record, field, revertedChange);

const buildValuePatch = (record: WireRecord, field: string, revertedChange: RevertedChange): Patch => {
  const [name = '', ...code] = field.split('.');
  const attribute = code.join('.');
  const current = (attribute ? getOwnValue(record[name] as Patch, attribute) : record[name]) ?? null;
  if (!isDeepStrictEqual(current, revertedChange.after)) throw createChangedSinceFailure(revertedChange, current);
  return attribute ? { [name]: { [attribute]: revertedChange.before } } : { [name]: revertedChange.before };
};

const buildPairPatch = (record: WireRecord, field: string, revertedChange: RevertedChange): Patch => {
  const items = record[field] as unknown[];
  const isRevertedItem = (item: unknown): boolean => getPairKey(item) === revertedChange.item;
  const revertedItem = items.find(isRevertedItem);
  const current = revertedItem === undefined ? null : getPairValue(revertedItem);
  if (!isDeepStrictEqual(current, revertedChange.after)) throw createChangedSinceFailure(revertedChange, current);
  const others = items.filter(item => !isRevertedItem(item));
  return { [field]: revertedChange.before === null ? others : [...others, buildRevertedPair(revertedChange)] };
};

const getPairKey = (pair: unknown): string =>
  String(typeof pair === 'object' && pair !== null && 'project_id' in pair ? pair.project_id : pair);

const getPairValue = (pair: unknown): unknown => {
  if (typeof pair !== 'object' || pair === null) return pair;
  const { project_id: _, ...value } = pair as Patch;
  return value;
};

const buildRevertedPair = ({ item, before }: RevertedChange): unknown =>
  typeof before === 'object' && before !== null ? { project_id: Number(item), ...before } : before;
