import { sql } from 'drizzle-orm';
import { matrices, matrixProducts } from '../db/schema.ts';
import type { FindTouched } from './tableBinding.ts';

/** A deleted product is removed from its matrices, and a trigger updates their number of products. */
export const findRowsTouchedByProducts: FindTouched = async (tx, { ids, patches }) => {
  if (patches !== null) return null;
  const rows = await tx
    .selectDistinct({ id: matrixProducts.matrix_id })
    .from(matrixProducts)
    .where(sql`${matrixProducts.product_id} = any(${sql.param([...ids])}::integer[])`);
  return [{ table: matrices, key: matrices.id, values: rows.map(({ id }) => id), strength: 'no key update' }];
};
