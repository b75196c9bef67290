import { sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { ResourceName } from '#contract/records.ts';
import { type Database, queryRows } from '../db/database.ts';
import { modelCategories, productCategories } from '../db/schema.ts';
import type { ServerDeps } from '../http/deps.ts';
import { computeLag, MAX_COUNT_AGE_MS } from '../records/totals.ts';
import type { CategoryRow } from './difference.ts';

export interface CategoryCounts {
  ownCounts: ReadonlyMap<number, number>;
  total: ReadonlyMap<number, number>;
}

interface LinkTable {
  table: PgTable;
  record: PgColumn;
  category: PgColumn;
}

const linkTables = {
  models: { table: modelCategories, record: modelCategories.model_id, category: modelCategories.category_id },
  products: { table: productCategories, record: productCategories.product_id, category: productCategories.category_id },
} satisfies Record<string, LinkTable>;
type LinkedEntity = keyof typeof linkTables;

interface CategoryCombination {
  ids: readonly number[];
  count: number;
}
export type CategoryCombinations = Readonly<Record<LinkedEntity, readonly CategoryCombination[]>>;

/** Reads the links of all records, grouped by the database, because there are far fewer combinations than records. */
const readCombinations = async (db: Database): Promise<CategoryCombinations> => {
  const groupLinks = (entity: LinkedEntity) => {
    const { table, record, category } = linkTables[entity];
    return sql`select ${entity}::text as linked, ids, count(*)::integer as count
      from (select array_agg(${category}) as ids from ${table} group by ${record}) of_record group by ids`;
  };
  const rows = await queryRows<CategoryCombination & { linked: LinkedEntity }>(
    db,
    sql`${groupLinks('models')} union all ${groupLinks('products')}`,
  );
  const filterByEntity = (name: LinkedEntity) => rows.filter(({ linked }) => linked === name);
  return { models: filterByEntity('models'), products: filterByEntity('products') };
};

export const countCategories = (
  rows: readonly CategoryRow[],
  { models, products }: CategoryCombinations,
): Record<LinkedEntity, CategoryCounts> => {
  const tree = buildPreorder(rows);
  return { models: countInTree(tree, models), products: countInTree(tree, products) };
};

export const countLinked = async (
  db: Database,
  platform: string,
  ids: readonly number[],
): Promise<Record<LinkedEntity, number>> => {
  const countLinks = async ({ table, record, category }: LinkTable): Promise<number> => {
    const [row] = await queryRows<{ count: number }>(
      db,
      sql`select count(distinct ${record})::integer as count from ${table} join categories on categories.id = ${category}
        where categories.platform = ${platform} and ${category} = any(${sql.param([...ids])}::integer[])`,
    );
    return row?.count ?? 0;
  };
  return { models: await countLinks(linkTables.models), products: await countLinks(linkTables.products) };
};

interface PreorderNode {
  id: number;
  parent: number | null;
  depth: number;
  /** 0-based index in preorder, so that each branch is contiguous and follows its parent. */
  position: number;
}
type Preorder = ReadonlyMap<number, PreorderNode>;

const buildPreorder = (rows: readonly CategoryRow[]): Preorder => {
  const children = new Map<number | null, number[]>();
  for (const { id, parent_id } of rows) {
    const siblings = children.get(parent_id);
    if (siblings) siblings.push(id);
    else children.set(parent_id, [id]);
  }
  const nodes = new Map<number, PreorderNode>();
  const visit = (parent: number | null, depth: number) => {
    for (const id of children.get(parent) ?? []) {
      nodes.set(id, { id, parent, depth, position: nodes.size });
      visit(id, depth + 1);
    }
  };
  visit(null, 0);
  return nodes;
};

/**
 * Counts a record at each of its categories and their ancestors. Common ancestors would count it once per category, so
 * it is subtracted once at the lowest common ancestor of each pair of neighbours in preorder.
 */
const countInTree = (tree: Preorder, combinations: readonly CategoryCombination[]): CategoryCounts => {
  const ownCounts = new Map<number, number>();
  const total = new Map<number, number>();
  const add = (counts: Map<number, number>, id: number, count: number) => counts.set(id, (counts.get(id) ?? 0) + count);
  for (const { ids, count } of combinations) {
    const linkedNodes = ids.flatMap(id => tree.get(id) ?? []).toSorted((node, other) => node.position - other.position);
    for (const [index, { id }] of linkedNodes.entries()) {
      add(ownCounts, id, count);
      add(total, id, count);
      const previous = linkedNodes[index - 1];
      const commonAncestor = previous ? findCommonAncestor(tree, id, previous.id) : null;
      if (commonAncestor !== null) add(total, commonAncestor, -count);
    }
  }
  for (const { id, parent } of [...tree.values()].toReversed())
    if (parent !== null) add(total, parent, total.get(id) ?? 0);
  return { ownCounts, total };
};

/** Null if the categories are in different top-level branches. */
const findCommonAncestor = (tree: Preorder, one: number, other: number): number | null => {
  let [left, right] = [tree.get(one), tree.get(other)];
  while (left && right && left.id !== right.id) {
    if (left.depth >= right.depth) left = left.parent === null ? undefined : tree.get(left.parent);
    else right = right.parent === null ? undefined : tree.get(right.parent);
  }
  return left && right ? left.id : null;
};

interface CachedCombinations {
  combinations: Promise<CategoryCombinations>;
  timestamp: number;
  /** The duration in ms; null while the query is running. */
  took: number | null;
  hasChanged: boolean;
}

/**
 * Caches the links until the next change, because every list with a category column requests the counts. If there are
 * many records, reading the links takes long, so the cache may lag behind changes, as list totals do.
 */
export const createCombinationsCache = ({
  db,
  databaseKind,
  realtime,
  slowCount,
}: Pick<ServerDeps, 'db' | 'databaseKind' | 'realtime' | 'slowCount'>) => {
  let cached: CachedCombinations | null = null;
  const isCounted = (resource: string): boolean =>
    resource === ('nomenclature' satisfies ResourceName) || resource === ('catalog' satisfies ResourceName);
  realtime.listen(message => {
    if ('missed' in message) cached = null;
    const isChange = 'event' in message && message.event === 'RECORDS_CHANGE' && isCounted(message.payload.resource);
    if (cached && isChange) cached.hasChanged = true;
  });
  const isFresh = ({ timestamp, took, hasChanged }: CachedCombinations): boolean => {
    const age = performance.now() - timestamp;
    return hasChanged
      ? age < computeLag(took ?? age, slowCount)
      : databaseKind === 'embedded' || age < MAX_COUNT_AGE_MS;
  };
  return (): Promise<CategoryCombinations> => {
    if (cached && isFresh(cached)) return cached.combinations;
    const cachedCombinations: CachedCombinations = {
      combinations: readCombinations(db),
      timestamp: performance.now(),
      took: null,
      hasChanged: false,
    };
    cached = cachedCombinations;
    cachedCombinations.combinations.then(
      () => {
        cachedCombinations.took = performance.now() - cachedCombinations.timestamp;
      },
      () => {
        if (cached === cachedCombinations) cached = null;
      },
    );
    return cachedCombinations.combinations;
  };
};
