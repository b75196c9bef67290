import { eq } from 'drizzle-orm';
import { type Category, type CategoryDraft, flattenTree } from '#contract/categories.ts';
import { categoryLimits } from '#contract/limits.ts';
import { categories } from '../db/schema.ts';
import { createChangedSinceFailure, type RevertedChange } from '../drafts/createChangedSinceFailure.ts';
import type { ServerDeps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';
import type { CategoryCombinations } from './counts.ts';
import { addCountsToTree, readTree } from './readTree.ts';
import { saveTree } from './saveTree.ts';

/**
 * Restores a category's name, or moves it back to its earlier parent. It becomes the last child there, because the
 * draft records only the parent.
 */
export const revertTree = async (deps: ServerDeps, field: string, revertedChange: RevertedChange): Promise<void> => {
  const [row] = await deps.db.select().from(categories).where(eq(categories.id, revertedChange.recordId));
  if (!row) throw new ApiFailure('notFound');
  const current = field === 'name' ? row.name : row.parent_id;
  if (current !== revertedChange.after) throw createChangedSinceFailure(revertedChange, current);
  const { version, categories: roots } = addCountsToTree(await readTree(deps.db, row.platform), NO_COMBINATIONS);
  const tree =
    field === 'name'
      ? renameNode(roots, row.id, String(revertedChange.before))
      : moveNode(roots, row.id, revertedChange.before);
  const { isOutdated } = await saveTree(deps, row.platform, { categories: tree, version });
  if (isOutdated) throw new ApiFailure('conflict', { text: 'categoriesConflict' });
};

const NO_COMBINATIONS: CategoryCombinations = { models: [], products: [] };

const renameNode = (nodes: readonly Category[], id: number, name: string): CategoryDraft[] =>
  nodes.map(node => ({
    ...node,
    ...(node.id === id && { name }),
    children: renameNode(node.children, id, name),
  }));

/** @throws {ApiFailure} 404 when the earlier parent is gone, is now below the category, or leaves no depth for it */
const moveNode = (roots: readonly Category[], id: number, parent: unknown): CategoryDraft[] => {
  const node = flattenTree([...roots]).find(category => category.id === id);
  const rest = removeNode(roots, id);
  if (!node || (parent !== null && flattenTree(rest).every(draftNode => draftNode.id !== parent)))
    throw new ApiFailure('notFound', { text: 'drafts.placeGone' });
  const moved = parent === null ? [...rest, node] : insertNodeBelow(rest, parent, node);
  if (measureDepth(moved) > categoryLimits.depth) throw new ApiFailure('notFound', { text: 'drafts.placeDeep' });
  return moved;
};

const measureDepth = (nodes: readonly CategoryDraft[]): number =>
  nodes.length === 0 ? 0 : 1 + Math.max(...nodes.map(({ children }) => measureDepth(children)));

const removeNode = (nodes: readonly CategoryDraft[], id: number): CategoryDraft[] =>
  nodes.filter(node => node.id !== id).map(node => ({ ...node, children: removeNode(node.children, id) }));

const insertNodeBelow = (nodes: readonly CategoryDraft[], parent: unknown, addedNode: CategoryDraft): CategoryDraft[] =>
  nodes.map(node => ({
    ...node,
    children: node.id === parent ? [...node.children, addedNode] : insertNodeBelow(node.children, parent, addedNode),
  }));
