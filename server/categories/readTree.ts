import { asc, eq } from 'drizzle-orm';
import type { Category, CategoryTree } from '#contract/categories.ts';
import type { Database } from '../db/database.ts';
import { categories, categoryTrees, projects } from '../db/schema.ts';
import { type CategoryCombinations, countCategories } from './counts.ts';
import type { CategoryRow } from './difference.ts';

type TreeProject = CategoryTree['project'] & { platform: string };

export const readProjects = (db: Database): Promise<TreeProject[]> =>
  db
    .select({ id: projects.id, code: projects.code, name: projects.name, platform: projects.platform })
    .from(projects)
    .where(eq(projects.archived, false))
    .orderBy(asc(projects.name), asc(projects.id));

export interface StoredTree {
  platform: string;
  version: number;
  rows: readonly CategoryRow[];
}

export const readTree = async (db: Database, platform: string): Promise<StoredTree> => {
  const [tree] = await db.select().from(categoryTrees).where(eq(categoryTrees.platform, platform));
  return { platform, version: tree?.version ?? 1, rows: await readCategoryRows(db, platform) };
};

/** A platform's tree in the API's format, without the project: several projects may share a platform. */
export const addCountsToTree = (
  { rows, ...tree }: StoredTree,
  combinations: CategoryCombinations,
): Omit<CategoryTree, 'project'> => ({ ...tree, categories: nestRows(rows, countCategories(rows, combinations)) });

export const readCategoryRows = (db: Database, platform: string): Promise<CategoryRow[]> =>
  db
    .select({
      id: categories.id,
      parent_id: categories.parent_id,
      name: categories.name,
      position: categories.position,
    })
    .from(categories)
    .where(eq(categories.platform, platform))
    .orderBy(asc(categories.position), asc(categories.id));

const nestRows = (
  rows: readonly CategoryRow[],
  { models, products }: ReturnType<typeof countCategories>,
): Category[] => {
  const nodes = new Map(
    rows.map(({ id, name }): [number, Category] => [
      id,
      {
        id,
        name,
        models_count: models.ownCounts.get(id) ?? 0,
        models_total: models.total.get(id) ?? 0,
        products_count: products.ownCounts.get(id) ?? 0,
        products_total: products.total.get(id) ?? 0,
        children: [],
      },
    ]),
  );
  const roots: Category[] = [];
  for (const { id, parent_id } of rows) {
    const node = nodes.get(id);
    if (node) (parent_id === null ? roots : nodes.get(parent_id)?.children)?.push(node);
  }
  return roots;
};
