import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import { relationFields } from '#contract/drafts.ts';
import { isAllowed } from '#contract/permissions.ts';
import { type Database, queryRows } from '../db/database.ts';
import { matrixProducts, products } from '../db/schema.ts';
import { ApiFailure } from '../http/errors.ts';
import { bindVisibleMatrices, bumpMatrixVersion } from '../matrices/matrix.ts';
import { moveProducts, readProductIds, removeProducts } from '../matrices/products.ts';
import { idsCondition } from '../records/query.ts';
import { canEdit } from '../records/tableBinding.ts';
import { lockRecords } from '../records/touched.ts';
import type { RecordedChange } from './readBatch.ts';
import { createForbiddenFailure, createGoneFailure, noteBack, noteRefused } from './tally.ts';
import type { UndoContext } from './undoContext.ts';

/** Puts the products of a matrix back: first which ones it has, then their order. */
export const undoMatrix = async (
  context: UndoContext,
  matrixId: number,
  matrixChanges: readonly RecordedChange[],
): Promise<void> => {
  const { tx, caller, tally } = context;
  const [first] = matrixChanges;
  if (!first) return;
  const binding = bindVisibleMatrices(caller);
  const [matrix] = await lockRecords(tx, binding, [matrixId]);
  if (!matrix) return noteRefused(tally, { ...first, field: '', item: '' }, createGoneFailure());
  if (!isAllowed(binding.collection.access.update, caller.grantedSlugs) || !canEdit(binding, matrix, null)) {
    const failure = canEdit(binding, matrix, null)
      ? createForbiddenFailure()
      : new ApiFailure('forbidden', { text: 'matrixNotYours' });
    return noteRefused(tally, first, failure);
  }
  const members = matrixChanges.filter(({ field }) => field === relationFields.products);
  await undoMembers(context, matrixId, members);
  for (const change of matrixChanges)
    if (change.field === relationFields.order) await undoOrder(context, matrixId, change);
};

const undoMembers = async (
  { tx, changes, tally, isOverwritten }: UndoContext,
  matrixId: number,
  memberChanges: readonly RecordedChange[],
): Promise<void> => {
  const current = new Set(await readProductIds(tx, matrixId));
  const back: RecordedChange[] = [];
  for (const change of memberChanges) {
    const isInside = current.has(Number(change.item));
    // Where it is does not matter, because the order has changes of its own.
    if (isInside === (change.before !== null)) tally.same += 1;
    else if (isInside === (change.after !== null) || isOverwritten(change)) back.push(change);
    else tally.since.push({ ...change, current: isInside ? Number(change.item) : null });
  }
  const removed = back.filter(({ before }) => before === null);
  if (removed.length > 0)
    await removeProducts(
      tx,
      matrixId,
      removed.map(({ item }) => Number(item)),
      changes,
    );
  const returned = back.filter(({ before }) => before !== null);
  const returnedIds = await insertMembers(tx, matrixId, returned);
  if (returnedIds.size > 0) await bumpMatrixVersion(tx, matrixId, changes);
  for (const change of returned.filter(({ item }) => !returnedIds.has(Number(item))))
    noteRefused(tally, change, new ApiFailure('notFound', { text: 'undo.productGone' }));
  noteBack(tally, 'changed', [...removed, ...returned.filter(({ item }) => returnedIds.has(Number(item)))]);
};

const insertMembers = async (
  tx: Database,
  matrixId: number,
  memberChanges: readonly RecordedChange[],
): Promise<Set<number>> => {
  if (memberChanges.length === 0) return new Set();
  const rows = memberChanges.map(({ item, before }) => ({
    product_id: Number(item),
    position: (before as { position: number }).position,
  }));
  const locked = idsCondition(
    products.id,
    rows.map(({ product_id }) => product_id),
  );
  const inserted = await queryRows<{ product_id: number }>(
    tx,
    sql`insert into ${matrixProducts} (matrix_id, product_id, position)
      select ${matrixId}::integer, given.product_id, given.position
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) given (product_id integer, position integer)
      where given.product_id in (select id from ${products} where ${locked} order by id for key share)
      on conflict do nothing returning product_id`,
  );
  return new Set(inserted.map(({ product_id }) => product_id));
};

/** Only the order among the products that are still there counts, so that others may have come and gone. */
const undoOrder = async (
  { tx, changes, tally, isOverwritten }: UndoContext,
  matrixId: number,
  change: RecordedChange,
): Promise<void> => {
  const current = await readProductIds(tx, matrixId);
  const [before, after] = [change.before as number[], change.after as number[]];
  const keepShared = (order: readonly number[], other: readonly number[]): number[] => {
    const ids = new Set(other);
    return order.filter(id => ids.has(id));
  };
  if (isDeepStrictEqual(keepShared(current, before), keepShared(before, current))) {
    tally.same += 1;
    return;
  }
  if (!isDeepStrictEqual(keepShared(current, after), keepShared(after, current)) && !isOverwritten(change)) {
    tally.since.push({ ...change, current });
    return;
  }
  const shared = keepShared(before, current);
  const known = new Set(shared);
  const ids = [...shared, ...current.filter(id => !known.has(id))];
  await moveProducts(tx, matrixId, { ids, before_id: null }, changes);
  noteBack(tally, 'changed', [change]);
};
