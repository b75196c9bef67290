import type { AbsentPage, AbsentRule, AbsentSummary } from '#contract/absentProducts.ts';
import type { Database } from '../../db/database.ts';
import { products } from '../../db/schema.ts';
import { idsCondition } from '../../records/query.ts';
import type { RowValues } from '../../table/reader.ts';
import type { BatchOutcome } from '../dryRun.ts';
import type { WorkerBatch } from '../messages.ts';
import { countAbsent, presentIdsCondition, readAbsentIds, readBrands, scopeCondition } from './expectedProducts.ts';
import { findPresentProducts, hasProductKey } from './presentProducts.ts';

export interface AbsentProducts {
  summary: AbsentSummary;
  /** Sorted by name. */
  ids: readonly number[];
}

const BRAND_FIELD = 'brand_id';

/** Collects the products and brands in the rows of a preview, to find the expected products that are absent. */
export const createAbsentPreview = ({ scope }: AbsentRule, profileId: number | null) => {
  const presentIds = new Set<number>();
  /** Products of accepted rows that keep their brand. */
  const unmovedIds = new Set<number>();
  const brands = new Set<number>();
  let unreadRows = 0;
  const addBrand = (values: RowValues): void => {
    if (typeof values[BRAND_FIELD] === 'number') brands.add(values[BRAND_FIELD]);
  };
  const addOutcome = ({ fresh, changed, unchanged }: BatchOutcome): void => {
    for (const { values } of fresh) addBrand(values);
    for (const { id } of unchanged) unmovedIds.add(id);
    for (const { id, before, after } of changed) {
      if (before[BRAND_FIELD] === after[BRAND_FIELD]) unmovedIds.add(id);
      else addBrand(after);
    }
  };
  return {
    add: async (tx: Database, batch: WorkerBatch, outcome: BatchOutcome): Promise<void> => {
      const faultyRowNumbers = new Set(outcome.faults.map(({ row }) => row));
      const unreadValues = [
        ...[...batch.faulty, ...batch.excluded].map(({ identifiers }) => identifiers),
        ...batch.rows.flatMap(({ row, values }) => (faultyRowNumbers.has(row) ? [values] : [])),
      ];
      unreadRows += unreadValues.filter(values => !hasProductKey(values)).length;
      addOutcome(outcome);
      for (const id of await findPresentProducts(tx, { foundProducts: outcome.foundProducts, unread: unreadValues }))
        presentIds.add(id);
    },
    result: async (db: Database): Promise<AbsentProducts> => {
      const brandsAfter = async () => [...brands, ...(await readBrands(db, presentIdsCondition(unmovedIds)))];
      const isInScope = await scopeCondition(scope, { profileId, brands: brandsAfter });
      const expectedProducts = { isInScope, isPresent: presentIdsCondition(presentIds) };
      const ids = await readAbsentIds(db, expectedProducts, { by: 'name' });
      const absentCounts = await countAbsent(db, expectedProducts);
      return { ids, summary: { ...absentCounts, count: ids.length, unread_rows: unreadRows } };
    },
  };
};

export const readAbsentPage = async (
  db: Database,
  ids: readonly number[],
  { offset, limit }: { offset: number; limit: number },
): Promise<AbsentPage> => {
  const { id, name, sku, barcode } = products;
  const pageIds = ids.slice(offset, offset + limit);
  const foundProducts = await db.select({ id, name, sku, barcode }).from(products).where(idsCondition(id, pageIds));
  const productsById = new Map(foundProducts.map(product => [product.id, product]));
  return { total: ids.length, items: pageIds.flatMap(absentId => productsById.get(absentId) ?? []) };
};
