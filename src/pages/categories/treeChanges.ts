import { longestIncreasingSubsequence } from '#contract/longestIncreasingSubsequence.ts';
import type { CategoryNode, CategoryNodes } from './categoryNodes.ts';

export interface Placed {
  id: number;
  name: string;
  isNew: boolean;
  parent: number | null;
  /** A sibling rather than an index, which the other user's edits would shift; null for the first position. */
  after: number | null;
  /** The previous parent; null for the root and for new categories. */
  from: number | null;
}

export interface Renamed {
  id: number;
  from: string;
  to: string;
}

export interface Removed {
  id: number;
  name: string;
  parent: number | null;
}

/** The difference between two trees as a list of edits, which can be applied to a third tree. */
export interface Changes {
  /** Parents before children, so that each parent exists when its children are placed. */
  placed: readonly Placed[];
  renamed: readonly Renamed[];
  removed: readonly Removed[];
}

export const isEmpty = ({ placed, renamed, removed }: Changes): boolean =>
  placed.length + renamed.length + removed.length === 0;

interface Spot {
  node: CategoryNode;
  parent: number | null;
  at: number;
}

/** Cached, because every edit is compared with the same base tree. */
const spotsCache = new WeakMap<CategoryNodes, ReadonlyMap<number, Spot>>();

const spotsOf = (nodes: CategoryNodes): ReadonlyMap<number, Spot> => {
  const cached = spotsCache.get(nodes);
  if (cached) return cached;
  const spots = new Map<number, Spot>();
  const walk = (siblings: CategoryNodes, parent: number | null) => {
    for (const [at, node] of siblings.entries()) {
      spots.set(node.id, { node, parent, at });
      walk(node.children, node.id);
    }
  };
  walk(nodes, null);
  spotsCache.set(nodes, spots);
  return spots;
};

/**
 * Edits that lead from `before` to `after` with as few moves as possible, so that the user sees only what they moved.
 */
export const changesOf = (before: CategoryNodes, after: CategoryNodes): Changes => {
  if (before === after) return { placed: [], renamed: [], removed: [] };
  const [old, now] = [spotsOf(before), spotsOf(after)];
  const placed: Placed[] = [];
  const walk = (siblings: CategoryNodes, parent: number | null) => {
    const places = siblings.map(({ id }) => {
      const spot = old.get(id);
      return spot?.parent === parent ? spot.at : null;
    });
    const stays = longestIncreasingSubsequence(places);
    for (const [at, { id, name, children }] of siblings.entries()) {
      const was = old.get(id);
      const ends = { parent, after: siblings[at - 1]?.id ?? null };
      if (!stays.has(at)) placed.push({ id, name, isNew: !was, ...ends, from: was?.parent ?? null });
      walk(children, id);
    }
  };
  walk(after, null);
  const renamed = [...now].flatMap(([id, { node }]) => {
    const from = old.get(id)?.node.name;
    return from === undefined || from === node.name ? [] : [{ id, from, to: node.name }];
  });
  const removed = [...old].flatMap(([id, { node, parent }]) => (now.has(id) ? [] : [{ id, name: node.name, parent }]));
  return { placed, renamed, removed };
};
