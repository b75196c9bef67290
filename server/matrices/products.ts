import { and, asc, eq, sql } from 'drizzle-orm';
import { type Database, queryRows } from '../db/database.ts';
import { matrixProducts, products } from '../db/schema.ts';
import { invalidField } from '../http/errors.ts';
import { withCorrectedSearch } from '../records/correctedSearch.ts';
import { toHit } from '../records/hit.ts';
import { lockInOrder } from '../records/locks.ts';
import { idsCondition, searchCondition } from '../records/query.ts';
import { findOriginalSpelling, readList } from '../records/readList.ts';
import { readRecords } from '../records/readRecords.ts';
import type { PendingChanges } from '../records/recordChanges.ts';
import { getBinding } from '../records/tableBinding.ts';
import type { Totals } from '../records/totals.ts';
import { toTouchedRows } from '../records/touched.ts';
import { translateValidation } from '../translate.ts';
import { bumpMatrixVersion } from './matrix.ts';

interface PageQuery {
  page: number;
  per_page: number;
  search?: string | undefined;
}

const productBinding = getBinding('nomenclature');

export const readMatrixProducts = async (db: Database, matrixId: number, { page, per_page, search }: PageQuery) => {
  const effectiveSearch = await correctProductSearch(db, search);
  const condition = and(eq(matrixProducts.matrix_id, matrixId), productSearchCondition(effectiveSearch));
  const selectFound = () =>
    db
      .select({ id: products.id, total: sql<number>`count(*) over ()::integer` })
      .from(matrixProducts)
      .innerJoin(products, eq(products.id, matrixProducts.product_id))
      .where(condition);
  const rows = await selectFound()
    .orderBy(asc(matrixProducts.position), asc(matrixProducts.product_id))
    .limit(per_page)
    .offset((page - 1) * per_page);
  const [first] = rows.length > 0 ? rows : await selectFound().limit(1);
  const hitPage = await readHits(
    db,
    rows.map(({ id }) => id),
    { search, used: effectiveSearch },
  );
  return { ...hitPage, total: first?.total ?? 0, page, per_page };
};

/**
 * Products that match a search. Those already in the matrix are marked rather than left out, so that users see why they
 * cannot add them.
 */
export const readCandidates = async (db: Database, totals: Totals, matrixId: number, query: PageQuery) => {
  const { items, total, corrected_search } = await readList(db, totals, productBinding, {
    ...query,
    sort: 'name',
    order: 'asc',
  });
  const rows = await db
    .select({ id: matrixProducts.product_id })
    .from(matrixProducts)
    .where(
      and(
        eq(matrixProducts.matrix_id, matrixId),
        idsCondition(
          matrixProducts.product_id,
          items.map(({ id }) => id),
        ),
      ),
    );
  const insideIds = new Set(rows.map(({ id }) => id));
  return {
    items: items.map(record => ({
      ...toHit(productBinding.collection, record, corrected_search ?? query.search),
      is_inside: insideIds.has(record.id),
    })),
    ...(corrected_search !== undefined && { corrected_search }),
    total,
    page: query.page,
    per_page: query.per_page,
  };
};

/** The search with its typos corrected; used if the original text finds nothing. */
const correctProductSearch = async (db: Database, search: string | undefined): Promise<string | undefined> =>
  search && (await withCorrectedSearch(db, productBinding, { search, sort: 'id', order: 'asc' })).search;

const productSearchCondition = (search: string | undefined) =>
  search ? searchCondition(productBinding, search) : undefined;

interface ProductSearch {
  search: string | undefined;
  used: string | undefined;
}

const readHits = async (db: Database, ids: readonly number[], { search, used: effectiveSearch }: ProductSearch) => {
  const recordsById = new Map((await readRecords(db, productBinding, ids)).map(record => [record.id, record]));
  const records = ids.flatMap(id => recordsById.get(id) ?? []);
  const isCorrected = effectiveSearch !== undefined && effectiveSearch !== search && records.length > 0;
  return {
    items: records.map(record => toHit(productBinding.collection, record, effectiveSearch)),
    ...(isCorrected && { corrected_search: findOriginalSpelling(effectiveSearch, productBinding, records) }),
  };
};

export const readProductIds = async (db: Database, matrixId: number): Promise<number[]> =>
  (await readPlacedProducts(db, matrixId)).map(({ id }) => id);

const readPlacedProducts = (db: Database, matrixId: number): Promise<{ id: number; position: number }[]> =>
  db
    .select({ id: matrixProducts.product_id, position: matrixProducts.position })
    .from(matrixProducts)
    .where(eq(matrixProducts.matrix_id, matrixId))
    .orderBy(asc(matrixProducts.position), asc(matrixProducts.product_id));

export const readProductIdsOfMatrices = async (db: Database, matrixIds: readonly number[]): Promise<number[]> => {
  const rows = await db
    .selectDistinct({ id: matrixProducts.product_id })
    .from(matrixProducts)
    .where(idsCondition(matrixProducts.matrix_id, matrixIds));
  return rows.map(({ id }) => id);
};

/**
 * Prevents products from being deleted until the transaction ends. Locks their matrices first, because tables are
 * locked in the order of their names.
 * @returns how many of them exist
 */
export const lockProducts = async (tx: Database, ids: readonly number[]): Promise<number> => {
  const field = 'product_id';
  const existing = await lockInOrder(tx, [{ ...toTouchedRows(productBinding, ids, 'key share'), field }]);
  return existing.get(field)?.size ?? 0;
};

/**
 * Resolves a column of barcodes, without duplicates. Also returns the unknown barcodes, so that the user can correct
 * them.
 */
export const findByBarcodes = async (db: Database, barcodes: readonly string[]) => {
  const requestedBarcodes = [...new Set(barcodes)];
  const rows = await queryRows<{ id: number; barcode: string }>(
    db,
    sql`select id, barcode from products where barcode = any(${sql.param(requestedBarcodes)}::text[])`,
  );
  const idsByBarcode = new Map(rows.map(({ id, barcode }) => [barcode, id]));
  return {
    ids: requestedBarcodes.flatMap(barcode => idsByBarcode.get(barcode) ?? []),
    unknown: requestedBarcodes.filter(barcode => !idsByBarcode.has(barcode)),
  };
};

/** @returns those that were not in the matrix before @throws {ApiFailure} 400 for a product that does not exist */
export const addProducts = async (
  tx: Database,
  matrixId: number,
  ids: readonly number[],
  changes: PendingChanges,
): Promise<number[]> => {
  const requestedIds = [...new Set(ids)];
  const knownCount = await lockProducts(tx, requestedIds);
  if (knownCount < requestedIds.length) throw invalidField('ids', translateValidation('notFound'));
  const addedRows = await queryRows<{ product_id: number }>(
    tx,
    sql`insert into matrix_products (matrix_id, product_id, position)
      select ${matrixId}::integer, given.id, given.place + coalesce((select max(position) from matrix_products where matrix_id = ${matrixId}), 0)
      from unnest(${sql.param(requestedIds)}::integer[]) with ordinality given (id, place)
      on conflict do nothing returning product_id`,
  );
  if (addedRows.length > 0) await bumpMatrixVersion(tx, matrixId, changes);
  const isNew = new Set(addedRows.map(({ product_id }) => product_id));
  return requestedIds.filter(id => isNew.has(id));
};

/** @returns those that were in the matrix */
export const removeProducts = async (
  tx: Database,
  matrixId: number,
  ids: readonly number[],
  changes: PendingChanges,
): Promise<number[]> => {
  const removedRows = await tx
    .delete(matrixProducts)
    .where(and(eq(matrixProducts.matrix_id, matrixId), idsCondition(matrixProducts.product_id, ids)))
    .returning({ id: matrixProducts.product_id });
  if (removedRows.length > 0) await bumpMatrixVersion(tx, matrixId, changes);
  return removedRows.map(({ id }) => id);
};

/**
 * Skips products that another user has removed in the meantime. The products exchange their positions, which leaves those
 * of deleted products free, so that they can come back to their places.
 * @returns the products that are in the matrix
 */
export const moveProducts = async (
  tx: Database,
  matrixId: number,
  { ids, before_id }: { ids: readonly number[]; before_id: number | null },
  changes: PendingChanges,
): Promise<number[]> => {
  const placed = await readPlacedProducts(tx, matrixId);
  const order = placed.map(({ id }) => id);
  const isInMatrix = new Set(order);
  const movingIds = [...new Set(ids)].filter(id => isInMatrix.has(id));
  const after = moveIds(order, movingIds, before_id);
  if (after.every((id, index) => id === order[index])) return movingIds;
  const positions = separate(placed.map(({ position }) => position));
  await tx.execute(
    sql`update matrix_products set position = given.place
      from unnest(${sql.param(after)}::integer[], ${sql.param(positions)}::integer[]) given (id, place)
      where matrix_id = ${matrixId} and product_id = given.id and position is distinct from given.place`,
  );
  await bumpMatrixVersion(tx, matrixId, changes);
  return movingIds;
};

/** Positions in ascending order, each at least one more than the one before. */
const separate = (positions: readonly number[]): number[] => {
  let last = Number.NEGATIVE_INFINITY;
  return positions.map(position => {
    last = Math.max(position, last + 1);
    return last;
  });
};

export const moveIds = (order: readonly number[], movingIds: readonly number[], before: number | null): number[] => {
  const isMoving = new Set(movingIds);
  const rest = order.filter(id => !isMoving.has(id));
  const index = before === null ? -1 : rest.indexOf(before);
  return index < 0 ? [...rest, ...movingIds] : [...rest.slice(0, index), ...movingIds, ...rest.slice(index)];
};
