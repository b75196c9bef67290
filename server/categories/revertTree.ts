import { eq } from 'drizzle-orm';
import { type Category, type CategoryDraft, flattenTree } from '#contract/categories.ts';
import { categories } from '../db/schema.ts';
import { createChangedSinceFailure, type RevertedChange } from '../drafts/createChangedSinceFailure.ts';
import type { Deps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';
import type { CategoryCombinations } from './counts.ts';
import { addCountsToTree, readTree } from './readTree.ts';
import { saveTree } from './saveTree.ts';

/**
 * Restores a category's name, or moves it back to its earlier parent. It becomes the last child there, because the
 * draft records only the parent.
 */
export const revertTree = async (deps: Deps, field: string, reverted: RevertedChange): Promise<void> => {
  const [row] = await deps.db.select().from(categories).where(eq(categories.id, reverted.recordId));
  if (!row) throw new ApiFailure('notFound');
  const current = field === 'name' ? row.name : row.parent_id;
  if (current !== reverted.after) throw createChangedSinceFailure(reverted, current);
  const { version, categories: roots } = addCountsToTree(await readTree(deps.db, row.platform), NO_COMBINATIONS);
  const tree =
    field === 'name' ? renameNode(roots, row.id, String(reverted.before)) : moveNode(roots, row.id, reverted.before);
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

/** @throws {ApiFailure} 404 when the earlier parent is gone, or is now below the category */
const moveNode = (roots: readonly Category[], id: number, parent: unknown): CategoryDraft[] => {
  const node = flattenTree([...roots]).find(one => one.id === id);
  const rest = removeNode(roots, id);
  if (!node || (parent !== null && flattenTree(rest).every(one => one.id !== parent)))
    throw new ApiFailure('notFound', { text: 'drafts.placeGone' });
  return parent === null ? [...rest, node] : insertNodeBelow(rest, parent, node);
};

const removeNode = (nodes: readonly CategoryDraft[], id: number): CategoryDraft[] =>
  nodes.filter(node => node.id !== id).map(node => ({ ...node, children: removeNode(node.children, id) }));

const insertNodeBelow = (nodes: readonly CategoryDraft[], parent: unknown, added: CategoryDraft): CategoryDraft[] =>
  nodes.map(node => ({
    ...node,
    children: node.id === parent ? [...node.children, added] : insertNodeBelow(node.children, parent, added),
  }));
