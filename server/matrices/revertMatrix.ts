import { isDeepStrictEqual } from 'node:util';
import type { Caller } from '../accounts/session/caller.ts';
import type { Database } from '../db/database.ts';
import { createChangedSinceFailure, type RevertedChange } from '../drafts/createChangedSinceFailure.ts';
import { describeMoves } from '../drafts/order.ts';
import type { PendingChanges } from '../records/recordChanges.ts';
import { lockEditableMatrices } from './matrix.ts';
import { addProducts, moveProducts, readProductIds, removeProducts } from './products.ts';

export const revertMembership = async (
  tx: Database,
  caller: Caller,
  revertedChange: RevertedChange,
  changes: PendingChanges,
): Promise<void> => {
  await lockEditableMatrices(tx, caller, [revertedChange.recordId]);
  const id = Number(revertedChange.item);
  const isInside = (await readProductIds(tx, revertedChange.recordId)).includes(id);
  if (isInside !== (revertedChange.after !== null))
    throw createChangedSinceFailure(revertedChange, isInside ? id : null);
  if (isInside) await removeProducts(tx, revertedChange.recordId, [id], changes);
  else await addProducts(tx, revertedChange.recordId, [id], changes);
};

/**
 * Restores an earlier order. Refuses if the order has been changed again since then, because this later change would be
 * undone too.
 */
export const revertOrder = async (
  tx: Database,
  caller: Caller,
  revertedChange: RevertedChange,
  changes: PendingChanges,
): Promise<void> => {
  await lockEditableMatrices(tx, caller, [revertedChange.recordId]);
  const current = await readProductIds(tx, revertedChange.recordId);
  if (!isDeepStrictEqual(current, revertedChange.after))
    throw createChangedSinceFailure(
      {
        ...revertedChange,
        before: describeMoves(revertedChange.after, revertedChange.before),
        after: describeMoves(revertedChange.before, revertedChange.after),
      },
      describeMoves(revertedChange.after, current),
    );
  await moveProducts(tx, revertedChange.recordId, { ids: revertedChange.before as number[], before_id: null }, changes);
};
