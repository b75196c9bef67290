import { type SQL, sql } from 'drizzle-orm';
import type { AbsentScope, AbsentSummary } from '#contract/absentProducts.ts';
import { type Database, queryRows } from '../../db/database.ts';
import { importOutcomes, importPresentProducts, importProfileProducts, products } from '../../db/schema.ts';

/**
 * SQL conditions on `products`: one for the products that a table is expected to contain, and one for the products that
 * it contains.
 */
export interface ExpectedProducts {
  isInScope: SQL;
  isPresent: SQL;
}

const integerListSql = (ids: Iterable<number>): SQL => sql`${sql.param([...ids])}::integer[]`;

export const presentIdsCondition = (ids: Iterable<number>): SQL =>
  sql`exists (select from unnest(${integerListSql(ids)}) as present (id) where present.id = ${products.id})`;

export const presentInRunCondition = (runId: number): SQL =>
  sql`exists (select from ${importPresentProducts} where ${importPresentProducts.run_id} = ${runId}
    and ${importPresentProducts.product_id} = ${products.id})`;

/**
 * The products of the rows that a run has accepted. A refused row may name products of other brands, which are present,
 * but do not make the table one of their brands.
 */
export const writtenInRunCondition = (runId: number): SQL =>
  sql`${products.id} in (select (outcome ->> 1)::integer from ${importOutcomes},
    jsonb_array_elements(${importOutcomes.outcomes}) as outcome
    where ${importOutcomes.run_id} = ${runId} and ${importOutcomes.to_row} is not null)`;

interface ScopeOptions {
  profileId: number | null;
  brands: () => Promise<Iterable<number>>;
}

/** The condition for the expected products. It matches nothing if they depend on a profile and the run has none. */
export const scopeCondition = async (scope: AbsentScope, { profileId, brands }: ScopeOptions): Promise<SQL> =>
  scope === 'brands'
    ? sql`${products.brand_id} = any(${integerListSql(await brands())})`
    : sql`exists (select from ${importProfileProducts} where ${importProfileProducts.profile_id} = ${profileId}::integer
        and ${importProfileProducts.product_id} = ${products.id})`;

export const readBrands = async (db: Database, isAccepted: SQL): Promise<number[]> => {
  const brandRows = await queryRows<{ id: number }>(
    db,
    sql`select distinct ${products.brand_id} as id from ${products} where ${products.brand_id} is not null and ${isAccepted}`,
  );
  return brandRows.map(({ id }) => id);
};

const expectedCondition = ({ isInScope }: Pick<ExpectedProducts, 'isInScope'>): SQL =>
  sql`${products.status} <> 'archived' and ${isInScope}`;

export const countAbsent = async (
  db: Database,
  expectedProducts: ExpectedProducts,
): Promise<Pick<AbsentSummary, 'count' | 'expected'>> => {
  const [row] = await queryRows<{ expected: number; present: number }>(
    db,
    sql`select count(*)::integer as expected, count(*) filter (where ${expectedProducts.isPresent})::integer as present
      from ${products} where ${expectedCondition(expectedProducts)}`,
  );
  const { expected: all, present } = row ?? { expected: 0, present: 0 };
  return { count: all - present, expected: all };
};

type AbsentOrder = { by: 'name' } | { by: 'id'; after: number; limit: number };

export const readAbsentIds = async (
  db: Database,
  expectedProducts: ExpectedProducts,
  order: AbsentOrder,
): Promise<number[]> => {
  const orderSql =
    order.by === 'name'
      ? sql`order by ${products.name}, ${products.id}`
      : sql`and ${products.id} > ${order.after} order by ${products.id} limit ${order.limit}`;
  const foundRows = await queryRows<{ id: number }>(
    db,
    sql`select ${products.id} as id from ${products} where ${expectedCondition(expectedProducts)} and not ${expectedProducts.isPresent} ${orderSql}`,
  );
  return foundRows.map(({ id }) => id);
};
