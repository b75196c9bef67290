import { isDeepStrictEqual } from 'node:util';
import type { Caller } from '../accounts/session/caller.ts';
import type { Database } from '../db/database.ts';
import { changedSince, type Reverted } from '../drafts/changedSince.ts';
import { orderDifference } from '../drafts/order.ts';
import type { Changes } from '../records/recordChanges.ts';
import { heldMatrices } from './matrix.ts';
import { addProducts, idsIn, moveProducts, removeProducts } from './products.ts';

/** Reverts an added or removed product. A restored one goes to the end of the matrix. */
export const revertMembership = async (
  tx: Database,
  caller: Caller,
  wanted: Reverted,
  changes: Changes,
): Promise<void> => {
  await heldMatrices(tx, caller, [wanted.recordId]);
  const id = Number(wanted.item);
  const isInside = (await idsIn(tx, wanted.recordId)).includes(id);
  if (isInside !== (wanted.after !== null)) throw changedSince(wanted, isInside ? id : null);
  if (isInside) await removeProducts(tx, wanted.recordId, [id], changes);
  else await addProducts(tx, wanted.recordId, [id], changes);
};

/** Restores the earlier order of a matrix's products, unless the order was changed again since. */
export const revertOrder = async (tx: Database, caller: Caller, wanted: Reverted, changes: Changes): Promise<void> => {
  await heldMatrices(tx, caller, [wanted.recordId]);
  const current = await idsIn(tx, wanted.recordId);
  if (!isDeepStrictEqual(current, wanted.after))
    throw changedSince(
      {
        ...wanted,
        before: orderDifference(wanted.after, wanted.before),
        after: orderDifference(wanted.before, wanted.after),
      },
      orderDifference(wanted.after, current),
    );
  await moveProducts(tx, wanted.recordId, { ids: wanted.before as number[], before_id: null }, changes);
};
