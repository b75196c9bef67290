import { longestIncreasingSubsequence } from '#contract/longestIncreasingSubsequence.ts';
import type { CategoryNode, CategoryNodes } from './categoryNodes.ts';

/** A category that is new or was moved. */
export interface Placed {
  id: number;
  name: string;
  isNew: boolean;
  parent: number | null;
  /** The sibling before it; null for the first one. */
  after: number | null;
  /** Its parent before; null at the root and for a new one. */
  from: number | null;
}

export interface Renamed {
  id: number;
  from: string;
  to: string;
}

/** A category that was deleted together with its nested ones. */
export interface Removed {
  id: number;
  name: string;
  parent: number | null;
}

/** The difference between two trees, as the edits that lead from one to the other. */
export interface Changes {
  /** Parents before children, siblings in their order. */
  placed: readonly Placed[];
  renamed: readonly Renamed[];
  /** Parents before children. */
  removed: readonly Removed[];
}

export const areNone = ({ placed, renamed, removed }: Changes): boolean =>
  placed.length + renamed.length + removed.length === 0;

interface Spot {
  node: CategoryNode;
  parent: number | null;
  at: number;
}

/** Cached, because each edit compares with the same base tree again. */
const known = new WeakMap<CategoryNodes, ReadonlyMap<number, Spot>>();

/** Every category by id with its position, parents before children. */
const spotsOf = (nodes: CategoryNodes): ReadonlyMap<number, Spot> => {
  const kept = known.get(nodes);
  if (kept) return kept;
  const spots = new Map<number, Spot>();
  const walk = (siblings: CategoryNodes, parent: number | null) => {
    for (const [at, node] of siblings.entries()) {
      spots.set(node.id, { node, parent, at });
      walk(node.children, node.id);
    }
  };
  walk(nodes, null);
  known.set(nodes, spots);
  return spots;
};

/** The edits that lead from `before` to `after`, with as few moves as possible. */
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
