import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id } from './field.ts';
import { categoryLimits } from './limits.ts';
import type { Access } from './permissions.ts';

/** A category in a platform's tree as the API returns it (§3). Array order is display order. */
export interface Category {
  id: number;
  name: string;
  /** Counts only direct links, because each descendant has its own count. */
  models_count: number;
  products_count: number;
  /** Extension: counts records linked to this category or any descendant, each record once. */
  models_total: number;
  products_total: number;
  children: Category[];
}

/**
 * A category in a save request. A new category has no id. Categories missing from the tree are deleted with their
 * descendants.
 */
export interface CategoryDraft {
  id?: number | undefined;
  name: string;
  children: CategoryDraft[];
}

/** Users who assign goods to categories have to read the trees; editing a tree requires a separate slug. */
export const categoryReadAccess = [
  'categories.show-list',
  'product.show-categories',
  'model.show-categories',
] as const satisfies Access;
const editAccess = ['categories.show-list'] as const satisfies Access;

const leafChildren = z.array(z.unknown()).check(context => {
  if (context.value.length > 0)
    context.issues.push({ code: 'custom', params: { message: 'categories.deep' }, input: context.value });
});

/** A node schema unrolled to the maximum depth. A recursive schema would overflow the stack on hostile input. */
const buildNodeSchema = (shape: z.ZodRawShape, depth: number = categoryLimits.depth): z.ZodType =>
  z.strictObject({ ...shape, children: depth === 1 ? leafChildren : z.array(buildNodeSchema(shape, depth - 1)) });

const countNames = ['models_count', 'products_count', 'models_total', 'products_total'] as const;
const buildCountFields = <S extends z.ZodType>(schema: S) => Object.fromEntries(countNames.map(name => [name, schema]));

const CategorySchema = buildNodeSchema({
  id: Id,
  name: z.string(),
  ...buildCountFields(z.int().min(0)),
}) as z.ZodType<Category>;
const CategoryDraftSchema = buildNodeSchema({
  id: Id.optional(),
  name: z.string().trim().min(1).max(categoryLimits.nameLength),
  // Accepted so that a client can send back what it read; the server computes the counts itself.
  ...buildCountFields(z.unknown().optional()),
}) as z.ZodType<CategoryDraft>;

/** All nodes of a tree in preorder. Iterative, because a tree may be deeper than the call stack allows. */
export const flattenTree = <N extends { children: N[] }>(roots: readonly N[]): N[] => {
  const nodes: N[] = [];
  const pendingNodes = roots.toReversed();
  for (let node = pendingNodes.pop(); node; node = pendingNodes.pop()) {
    nodes.push(node);
    for (const child of node.children.toReversed()) pendingNodes.push(child);
  }
  return nodes;
};

/** Projects on the same platform share the tree and its version, so that it is maintained only once. */
export const CategoryTree = z.object({
  project: z.object({ id: Id, code: z.string(), name: z.string() }),
  platform: z.string(),
  version: z.int().positive(),
  categories: z.array(CategorySchema),
});
export type CategoryTree = z.output<typeof CategoryTree>;

const CategoriesBody = z.strictObject({
  categories: z.array(CategoryDraftSchema).check(context => {
    if (flattenTree(context.value).length > categoryLimits.nodes)
      context.issues.push({ code: 'custom', params: { message: 'categories.many' }, input: context.value });
  }),
  /**
   * The version the edit is based on. A mismatch is a 409 with the current tree, so that a save cannot undo another
   * user's changes.
   */
  version: z.int().positive().optional(),
});

export const MappedCategories = z.record(z.string().min(1).max(32), z.array(Id).max(10_000));
export type MappedCategories = z.output<typeof MappedCategories>;

export const categoryEndpoints = {
  byProjects: endpoint('GET /categories/by-projects', { access: categoryReadAccess, result: z.array(CategoryTree) }),
  save: endpoint('PUT /categories/:platform', {
    access: editAccess,
    body: CategoriesBody,
    bodyBytes: categoryLimits.bodyBytes,
    result: CategoryTree,
  }),
  /**
   * Extension: how many models and products are linked to any of these categories, counting each record once. POST only
   * because of the number of ids.
   */
  linked: endpoint('POST /categories/:platform/linked', {
    allowedWhenDiskFull: true,
    access: editAccess,
    body: z.strictObject({ ids: z.array(Id).max(categoryLimits.nodes) }),
    result: z.object({ models: z.int().min(0), products: z.int().min(0) }),
  }),
};

/**
 * The categories of a record at `path` (contract 3). A PUT leaves platforms that it does not mention unchanged, so that
 * a user who works on one platform cannot clear the others.
 */
export const mappingEndpoints = <const Path extends string>(path: Path, access: Access) => ({
  categories: endpoint(`GET ${path}/:id/categories`, { access, result: MappedCategories }),
  setCategories: endpoint(`PUT ${path}/:id/categories`, {
    access,
    body: MappedCategories,
    result: MappedCategories,
  }),
});
