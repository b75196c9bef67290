import { longestRise } from '#contract/longestRise.ts';
import type { Draft, Drafts } from './drafts.ts';

/** A category that is new, or stands elsewhere than before. */
export interface Placed {
  id: number;
  name: string;
  isNew: boolean;
  parent: number | null;
  /** The sibling before it; null for the first one. */
  after: number | null;
  /** Below whom it stood; null at the top and for a new one. */
  from: number | null;
}

export interface Renamed {
  id: number;
  from: string;
  to: string;
}

/** A category that is gone with its nested ones. */
export interface Removed {
  id: number;
  name: string;
  parent: number | null;
}

/** How one tree differs from another, in what it takes to make one of the other. */
export interface Changes {
  /** Parents before those nested in them, siblings in their order. */
  placed: readonly Placed[];
  renamed: readonly Renamed[];
  /** Parents before those nested in them. */
  removed: readonly Removed[];
}

export const areNone = ({ placed, renamed, removed }: Changes): boolean =>
  placed.length + renamed.length + removed.length === 0;

interface Spot {
  node: Draft;
  parent: number | null;
  at: number;
}

/** Of the tree that edits start from they are asked for with each edit. */
const known = new WeakMap<Drafts, ReadonlyMap<number, Spot>>();

/** Every category by id with where it stands, parents before those nested in them. */
const spotsOf = (drafts: Drafts): ReadonlyMap<number, Spot> => {
  const kept = known.get(drafts);
  if (kept) return kept;
  const spots = new Map<number, Spot>();
  const walk = (siblings: Drafts, parent: number | null) => {
    for (const [at, node] of siblings.entries()) {
      spots.set(node.id, { node, parent, at });
      walk(node.children, node.id);
    }
  };
  walk(drafts, null);
  known.set(drafts, spots);
  return spots;
};

/** What makes `after` of `before`: as few categories are called moved as can be. */
export const changesOf = (before: Drafts, after: Drafts): Changes => {
  if (before === after) return { placed: [], renamed: [], removed: [] };
  const [old, now] = [spotsOf(before), spotsOf(after)];
  const placed: Placed[] = [];
  const walk = (siblings: Drafts, parent: number | null) => {
    const places = siblings.map(({ id }) => {
      const spot = old.get(id);
      return spot?.parent === parent ? spot.at : null;
    });
    const stays = longestRise(places);
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
