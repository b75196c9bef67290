import { longestIncreasingSubsequence } from '#contract/longestIncreasingSubsequence.ts';
import type { CategoryNode, CategoryNodes } from './categoryNodes.ts';

export interface PlacedNode {
  id: number;
  name: string;
  isNew: boolean;
  parent: number | null;
  /** The preceding sibling; null for the first position. An index would be shifted by the other user's edits. */
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
  const cached = positionsCache.get(nodes);
  if (cached) return cached;
  const spots = new Map<number, NodePosition>();
  const walk = (siblings: CategoryNodes, parent: number | null) => {
    for (const [at, node] of siblings.entries()) {
      spots.set(node.id, { node, parent, at });
      walk(node.children, node.id);
    }
  };
  walk(nodes, null);
  positionsCache.set(nodes, spots);
  return spots;
};

/**
 * Edits that lead from `before` to `after` with as few moves as possible, so that the user sees only what they moved.
 */
export const diffTrees = (before: CategoryNodes, after: CategoryNodes): TreeChanges => {
  if (before === after) return { placed: [], renamed: [], removed: [] };
  const [oldPositions, newPositions] = [indexPositions(before), indexPositions(after)];
  const placed: PlacedNode[] = [];
  const walk = (siblings: CategoryNodes, parent: number | null) => {
    const places = siblings.map(({ id }) => {
      const spot = oldPositions.get(id);
      return spot?.parent === parent ? spot.at : null;
    });
    const stayingPlaces = longestIncreasingSubsequence(places);
    for (const [at, { id, name, children }] of siblings.entries()) {
      const oldPosition = oldPositions.get(id);
      const ends = { parent, after: siblings[at - 1]?.id ?? null };
      if (!stayingPlaces.has(at))
        placed.push({ id, name, isNew: !oldPosition, ...ends, from: oldPosition?.parent ?? null });
      walk(children, id);
    }
  };
  walk(after, null);
  const renamed = [...newPositions].flatMap(([id, { node }]) => {
    const from = oldPositions.get(id)?.node.name;
    return from === undefined || from === node.name ? [] : [{ id, from, to: node.name }];
  });
  const removed = [...oldPositions].flatMap(([id, { node, parent }]) =>
    newPositions.has(id) ? [] : [{ id, name: node.name, parent }],
  );
  return { placed, renamed, removed };
};
