import { longestIncreasingSubsequence } from '#contract/longestIncreasingSubsequence.ts';
import type { CategoryNode, CategoryNodes } from './categoryNodes.ts';

export interface PlacedNode {
  id: number;
  name: string;
  isNew: boolean;
  parent: number | null;
  /** The preceding sibling; null for the first position. An index would be shifted by another user's edits. */
  after: number | null;
  /** The previous parent; null for the root and for new categories. */
  from: number | null;
}

export interface RenamedNode {
  id: number;
  from: string;
  to: string;
}

export interface RemovedNode {
  id: number;
  name: string;
  parent: number | null;
}

/** The difference between two trees as a list of edits, which can be applied to a third tree. */
export interface TreeChanges {
  /** Parents before children, so that each parent exists when its children are placed. */
  placed: readonly PlacedNode[];
  renamed: readonly RenamedNode[];
  removed: readonly RemovedNode[];
}

export const isEmpty = ({ placed, renamed, removed }: TreeChanges): boolean =>
  placed.length + renamed.length + removed.length === 0;

interface NodePosition {
  node: CategoryNode;
  parent: number | null;
  at: number;
}

/** Cached, because every edit is compared with the same base tree. */
const positionsCache = new WeakMap<CategoryNodes, ReadonlyMap<number, NodePosition>>();

const indexPositions = (nodes: CategoryNodes): ReadonlyMap<number, NodePosition> => {
  const cachedPositions = positionsCache.get(nodes);
  if (cachedPositions) return cachedPositions;
  const positionsById = new Map<number, NodePosition>();
  const visit = (siblings: CategoryNodes, parent: number | null) => {
    for (const [index, node] of siblings.entries()) {
      positionsById.set(node.id, { node, parent, at: index });
      visit(node.children, node.id);
    }
  };
  visit(nodes, null);
  positionsCache.set(nodes, positionsById);
  return positionsById;
};

/**
 * Edits that lead from `before` to `after` with as few moves as possible, so that the user sees only what they moved.
 */
export const diffTrees = (before: CategoryNodes, after: CategoryNodes): TreeChanges => {
  if (before === after) return { placed: [], renamed: [], removed: [] };
  const [oldPositions, newPositions] = [indexPositions(before), indexPositions(after)];
  const placedNodes: PlacedNode[] = [];
  const visit = (siblings: CategoryNodes, parent: number | null) => {
    const places = siblings.map(({ id }) => {
      const oldSpot = oldPositions.get(id);
      return oldSpot?.parent === parent ? oldSpot.at : null;
    });
    const stayingPlaces = longestIncreasingSubsequence(places);
    for (const [index, { id, name, children }] of siblings.entries()) {
      const oldPosition = oldPositions.get(id);
      const neighbours = { parent, after: siblings[index - 1]?.id ?? null };
      if (!stayingPlaces.has(index))
        placedNodes.push({ id, name, isNew: !oldPosition, ...neighbours, from: oldPosition?.parent ?? null });
      visit(children, id);
    }
  };
  visit(after, null);
  const renamedNodes = [...newPositions].flatMap(([id, { node }]) => {
    const oldName = oldPositions.get(id)?.node.name;
    return oldName === undefined || oldName === node.name ? [] : [{ id, from: oldName, to: node.name }];
  });
  const removedNodes = [...oldPositions].flatMap(([id, { node, parent }]) =>
    newPositions.has(id) ? [] : [{ id, name: node.name, parent }],
  );
  return { placed: placedNodes, renamed: renamedNodes, removed: removedNodes };
};
