import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id } from './field.ts';
import { categoryLimits } from './limits.ts';
import type { Access } from './permissions.ts';

/** A category of a platform as it is shown, with those that are nested in it in their order (§3). */
export interface Category {
  id: number;
  name: string;
  /** Models linked to this very category; those of the nested ones are counted there. */
  models_count: number;
  children: Category[];
}

/** A category as it is saved: a new one has no id. What is left out of a tree goes, with all that is nested in it. */
export interface CategoryDraft {
  id?: number | undefined;
  name: string;
  children: CategoryDraft[];
}

/** Whoever maps goods sees the trees; only the editor's slug changes them. */
export const categoriesShownTo = [
  'categories.show-list',
  'product.show-categories',
  'model.show-categories',
] as const satisfies Access;
const editors = ['categories.show-list'] as const satisfies Access;

const tooDeep = z.array(z.unknown()).check(context => {
  if (context.value.length > 0)
    context.issues.push({ code: 'custom', params: { message: 'categories.deep' }, input: context.value });
});

/** Nodes of this shape, nested as far as is allowed: a schema that ends, whatever is sent to it. */
const nested = (shape: z.ZodRawShape, depth: number = categoryLimits.depth): z.ZodType =>
  z.strictObject({ ...shape, children: depth === 1 ? tooDeep : z.array(nested(shape, depth - 1)) });

const Shown = nested({ id: Id, name: z.string(), models_count: z.int().min(0) }) as z.ZodType<Category>;
const Drafted = nested({
  id: Id.optional(),
  name: z.string().trim().min(1).max(categoryLimits.nameLength),
  /** As it was read; the server counts by itself. */
  models_count: z.unknown().optional(),
}) as z.ZodType<CategoryDraft>;

/** Every node of a tree, parents before those nested in them, whatever its depth. */
export const everyNode = <N extends { children: N[] }>(roots: readonly N[]): N[] => {
  const nodes: N[] = [];
  const waiting = roots.toReversed();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    nodes.push(node);
    for (let at = node.children.length - 1; at >= 0; at -= 1) waiting.push(node.children[at] as N);
  }
  return nodes;
};

/** The tree of one project; projects of one platform share it, with its version. */
export const CategoryTree = z.object({
  project: z.object({ id: Id, code: z.string(), name: z.string() }),
  platform: z.string(),
  version: z.int().positive(),
  categories: z.array(Shown),
});
export type CategoryTree = z.output<typeof CategoryTree>;

const CategoriesBody = z.strictObject({
  categories: z.array(Drafted).check(context => {
    if (everyNode(context.value).length > categoryLimits.nodes)
      context.issues.push({ code: 'custom', params: { message: 'categories.many' }, input: context.value });
  }),
  /** The version that the tree was edited from: another one is 409 with the entry as it is. */
  version: z.int().positive().optional(),
});

/** Categories of a record by platform. */
export const MappedCategories = z.record(z.string().min(1).max(32), z.array(Id).max(10_000));
export type MappedCategories = z.output<typeof MappedCategories>;

/** The trees themselves (§7). */
export const categoryEndpoints = {
  byProjects: endpoint('GET /categories/by-projects', { access: categoriesShownTo, result: z.array(CategoryTree) }),
  save: endpoint('PUT /categories/:platform', {
    access: editors,
    body: CategoriesBody,
    bodyBytes: categoryLimits.bodyBytes,
    result: CategoryTree,
  }),
  /** Ours: how many models are linked to any of these categories, each counted once. It writes nothing. */
  linked: endpoint('POST /categories/:platform/linked', {
    isSlight: true,
    access: editors,
    body: z.strictObject({ ids: z.array(Id).max(categoryLimits.nodes) }),
    result: z.object({ models: z.int().min(0) }),
  }),
};

/** What a record below `path` is mapped to (contract 3); a PUT leaves the platforms that it does not name. */
export const mappingEndpoints = <const Path extends string>(path: Path, access: Access) => ({
  categories: endpoint(`GET ${path}/:id/categories`, { access, result: MappedCategories }),
  setCategories: endpoint(`PUT ${path}/:id/categories`, {
    access,
    body: MappedCategories,
    result: MappedCategories,
  }),
});
