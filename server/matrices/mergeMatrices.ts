import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { MergeResult, matrixEndpoints } from '#contract/matrices.ts';
import type { Caller } from '../accounts/session/caller.ts';
import { type Database, queryRows } from '../db/database.ts';
import { deleteRows, insertRecord } from '../records/commit.ts';
import { lockInOrder } from '../records/locks.ts';
import { readRecords, type WireRecord } from '../records/readRecords.ts';
import type { PendingChanges } from '../records/recordChanges.ts';
import { toTouchedRows } from '../records/touched.ts';
import { bindVisibleMatrices, bumpMatrixVersion, requireEditable } from './matrix.ts';
import { lockProducts, readProductIdsOfMatrices } from './products.ts';

type MergeRequest = z.output<typeof matrixEndpoints.merge.body>;

/**
 * The counts that a merge would have, without merging. Requires the same rights as the merge, so that a merge that
 * would be refused cannot be previewed.
 * @throws {ApiFailure} 403; 404
 */
export const previewMerge = async (db: Database, caller: Caller, request: MergeRequest): Promise<MergeResult> =>
  countMerge(
    db,
    request,
    requireEditable(
      caller,
      listMatrixIds(request),
      await readRecords(db, bindVisibleMatrices(caller), listMatrixIds(request)),
    ),
  );

export const mergeMatrices = async (
  tx: Database,
  caller: Caller,
  request: MergeRequest,
  changes: PendingChanges,
): Promise<MergeResult> => {
  const binding = bindVisibleMatrices(caller);
  const ids = listMatrixIds(request);
  const { source_ids, target, delete_sources } = request;
  await lockInOrder(tx, [toTouchedRows(binding, ids, delete_sources ? 'update' : 'no key update')]);
  const lockedMatrices = requireEditable(caller, ids, await readRecords(tx, binding, ids));
  // The products read here cannot change, because the matrices are locked.
  await lockProducts(tx, await readProductIdsOfMatrices(tx, source_ids));
  const result = await countMerge(tx, request, lockedMatrices);
  const id = 'id' in target ? target.id : (await insertRecord(tx, binding, target, changes)).id;
  await tx.execute(
    sql`insert into matrix_products (matrix_id, product_id, position)
      select ${id}::integer, product_id, row_number() over (order by min(source.place), min(position), product_id)
        + coalesce((select max(position) from matrix_products where matrix_id = ${id}), 0)
      from matrix_products
      join unnest(${sql.param(source_ids)}::integer[]) with ordinality source (id, place) on source.id = matrix_id
      group by product_id
      on conflict do nothing`,
  );
  await bumpMatrixVersion(tx, id, changes);
  const deletedIds = delete_sources ? source_ids.filter(source => source !== id) : [];
  if (deletedIds.length > 0) await deleteRows(tx, binding, deletedIds, changes);
  const [mergedMatrix] = await readRecords(tx, binding, [id]);
  return { ...result, target: toMergeTarget(mergedMatrix), deleted_ids: deletedIds };
};

const listMatrixIds = ({ source_ids, target }: MergeRequest): number[] => [
  ...new Set([...source_ids, ...('id' in target ? [target.id] : [])]),
];

const toMergeTarget = (matrix: WireRecord | undefined): MergeResult['target'] =>
  matrix ? { id: matrix.id, name: String(matrix['name']), products_count: Number(matrix['products_count']) } : null;

const countMerge = async (
  db: Database,
  request: MergeRequest,
  lockedMatrices: readonly WireRecord[],
): Promise<MergeResult> => {
  const ids = listMatrixIds(request);
  const rows = await queryRows<{ matrix_id: number; products: number; only: number }>(
    db,
    sql`select matrix_id, count(*)::integer as products, count(*) filter (where holders = 1)::integer as only
      from (select matrix_id, count(*) over (partition by product_id) as holders
        from matrix_products where matrix_id = any(${sql.param(ids)}::integer[])) every
      group by matrix_id`,
  );
  const [sums] = await queryRows<{ total: number; common: number }>(
    db,
    sql`select count(*)::integer as total, count(*) filter (where holders = ${ids.length})::integer as common
      from (select count(*) as holders from matrix_products
        where matrix_id = any(${sql.param(ids)}::integer[]) group by product_id) every`,
  );
  const rowsById = new Map(rows.map(row => [row.matrix_id, row]));
  const names = new Map(lockedMatrices.map(matrix => [matrix.id, String(matrix['name'])]));
  const { target } = request;
  return {
    target: 'id' in target ? toMergeTarget(lockedMatrices.find(({ id }) => id === target.id)) : null,
    total: sums?.total ?? 0,
    common: sums?.common ?? 0,
    sources: ids.map(id => ({
      id,
      name: names.get(id) ?? '',
      products: rowsById.get(id)?.products ?? 0,
      only: rowsById.get(id)?.only ?? 0,
    })),
    deleted_ids: request.delete_sources ? request.source_ids.filter(id => !('id' in target && target.id === id)) : [],
  };
};
