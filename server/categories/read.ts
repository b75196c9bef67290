import { and, asc, eq, sql } from 'drizzle-orm';
import type { Category, CategoryTree } from '#contract/categories.ts';
import type { Database } from '../db/database.ts';
import { categories, categoryTrees, modelCategories, projects } from '../db/schema.ts';
import { oneOf } from '../records/query.ts';
import type { CategoryRow } from './difference.ts';

type Project = CategoryTree['project'] & { platform: string };

/** The projects that are not archived, by name. */
export const readProjects = (db: Database): Promise<Project[]> =>
  db
    .select({ id: projects.id, code: projects.code, name: projects.name, platform: projects.platform })
    .from(projects)
    .where(eq(projects.archived, false))
    .orderBy(asc(projects.name), asc(projects.id));

/** A platform's tree in the API's format, without the project: several projects may share a platform. */
export const readTree = async (db: Database, platform: string): Promise<Omit<CategoryTree, 'project'>> => {
  const [tree] = await db.select().from(categoryTrees).where(eq(categoryTrees.platform, platform));
  const counts = await db
    .select({ id: modelCategories.category_id, count: sql<number>`count(*)::integer` })
    .from(modelCategories)
    .innerJoin(categories, eq(categories.id, modelCategories.category_id))
    .where(eq(categories.platform, platform))
    .groupBy(modelCategories.category_id);
  const nodes = nest(await readRows(db, platform), new Map(counts.map(({ id, count }) => [id, count])));
  return { platform, version: tree?.version ?? 1, categories: nodes };
};

/** Counts the models in any of these categories; a model in several of them counts once. */
export const countModels = async (db: Database, platform: string, ids: readonly number[]): Promise<number> => {
  const [row] = await db
    .select({ count: sql<number>`count(distinct ${modelCategories.model_id})::integer` })
    .from(modelCategories)
    .innerJoin(categories, eq(categories.id, modelCategories.category_id))
    .where(and(eq(categories.platform, platform), oneOf(categories.id, ids)));
  return row?.count ?? 0;
};

/** A platform's categories, siblings in display order. */
export const readRows = (db: Database, platform: string): Promise<CategoryRow[]> =>
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

const nest = (rows: readonly CategoryRow[], counts: ReadonlyMap<number, number>): Category[] => {
  const nodes = new Map(
    rows.map(({ id, name }): [number, Category] => [id, { id, name, models_count: counts.get(id) ?? 0, children: [] }]),
  );
  const roots: Category[] = [];
  for (const { id, parent_id } of rows) {
    const node = nodes.get(id);
    if (node) (parent_id === null ? roots : nodes.get(parent_id)?.children)?.push(node);
  }
  return roots;
};
