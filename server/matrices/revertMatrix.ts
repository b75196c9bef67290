import { isDeepStrictEqual } from 'node:util';
import type { Caller } from '../accounts/session/caller.ts';
import type { Database } from '../db/database.ts';
import { createChangedSinceFailure, type RevertedChange } from '../drafts/createChangedSinceFailure.ts';
import { describeMoves } from '../drafts/order.ts';
import type { ChangesByResource } from '../records/recordChanges.ts';
import { lockEditableMatrices } from './matrix.ts';
import { addProducts, moveProducts, readProductIds, removeProducts } from './products.ts';

export const revertMembership = async (
  tx: Database,
  caller: Caller,
  reverted: RevertedChange,
  changes: ChangesByResource,
): Promise<void> => {
  await lockEditableMatrices(tx, caller, [reverted.recordId]);
  const id = Number(reverted.item);
  const isInside = (await readProductIds(tx, reverted.recordId)).includes(id);
  if (isInside !== (reverted.after !== null)) throw createChangedSinceFailure(reverted, isInside ? id : null);
  if (isInside) await removeProducts(tx, reverted.recordId, [id], changes);
  else await addProducts(tx, reverted.recordId, [id], changes);
};

/** Refused if the order was changed again since, because that change would be undone too. */
export const revertOrder = async (
  tx: Database,
  caller: Caller,
  reverted: RevertedChange,
  changes: ChangesByResource,
): Promise<void> => {
  await lockEditableMatrices(tx, caller, [reverted.recordId]);
  const current = await readProductIds(tx, reverted.recordId);
  if (!isDeepStrictEqual(current, reverted.after))
    throw createChangedSinceFailure(
      {
        ...reverted,
        before: describeMoves(reverted.after, reverted.before),
        after: describeMoves(reverted.before, reverted.after),
      },
      describeMoves(reverted.after, current),
    );
  await moveProducts(tx, reverted.recordId, { ids: reverted.before as number[], before_id: null }, changes);
};
