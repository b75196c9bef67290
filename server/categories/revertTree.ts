import { eq } from 'drizzle-orm';
import { type Category, type CategoryDraft, everyNode } from '#contract/categories.ts';
import { categories } from '../db/schema.ts';
import { changedSince, type Reverted } from '../drafts/changedSince.ts';
import type { Deps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';
import type { Combinations } from './counts.ts';
import { countedTree, readTree } from './readTree.ts';
import { saveTree } from './save.ts';

/**
 * Restores a category's name, or moves it back to its earlier parent. It becomes the last child there, because the
 * draft records only the parent.
 */
export const revertTree = async (deps: Deps, field: string, reverted: Reverted): Promise<void> => {
  const [row] = await deps.db.select().from(categories).where(eq(categories.id, reverted.recordId));
  if (!row) throw new ApiFailure('notFound');
  const current = field === 'name' ? row.name : row.parent_id;
  if (current !== reverted.after) throw changedSince(reverted, current);
  const { version, categories: roots } = countedTree(await readTree(deps.db, row.platform), uncounted);
  const tree =
    field === 'name' ? renamed(roots, row.id, String(reverted.before)) : moved(roots, row.id, reverted.before);
  const { isOutdated } = await saveTree(deps, row.platform, { categories: tree, version });
  if (isOutdated) throw new ApiFailure('conflict', { text: 'categoriesConflict' });
};

const uncounted: Combinations = { models: [], products: [] };

const renamed = (nodes: readonly Category[], id: number, name: string): CategoryDraft[] =>
  nodes.map(node => ({
    ...node,
    ...(node.id === id && { name }),
    children: renamed(node.children, id, name),
  }));

/** @throws {ApiFailure} 404 when the earlier parent is gone, or is now below the category */
const moved = (roots: readonly Category[], id: number, parent: unknown): CategoryDraft[] => {
  const node = everyNode([...roots]).find(one => one.id === id);
  const rest = without(roots, id);
  if (!node || (parent !== null && everyNode(rest).every(one => one.id !== parent)))
    throw new ApiFailure('notFound', { text: 'drafts.placeGone' });
  return parent === null ? [...rest, node] : below(rest, parent, node);
};

const without = (nodes: readonly CategoryDraft[], id: number): CategoryDraft[] =>
  nodes.filter(node => node.id !== id).map(node => ({ ...node, children: without(node.children, id) }));

const below = (nodes: readonly CategoryDraft[], parent: unknown, added: CategoryDraft): CategoryDraft[] =>
  nodes.map(node => ({
    ...node,
    children: node.id === parent ? [...node.children, added] : below(node.children, parent, added),
  }));
