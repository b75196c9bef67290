import { categoryLimits } from '#contract/limits.ts';

/** A category as it is edited; a new one has a negative id until it is saved. */
export interface Draft {
  id: number;
  name: string;
  models_count: number;
  children: readonly Draft[];
}
/** A tree that is never changed: each edit gives another one, which shares with it what stayed. */
export type Drafts = readonly Draft[];

/** Where a category stands, or is to stand: below whom, null for the top, and how many siblings come before it. */
export interface Place {
  parent: number | null;
  at: number;
}

const nothing: Drafts = [];

/** The nodes from the top down to one; empty when the tree has no such node. */
export const pathTo = (drafts: Drafts, id: number): readonly Draft[] => {
  for (const node of drafts) {
    if (node.id === id) return [node];
    const below = node.children.length > 0 ? pathTo(node.children, id) : [];
    if (below.length > 0) return [node, ...below];
  }
  return [];
};

export const nodeIn = (drafts: Drafts, id: number): Draft | undefined => pathTo(drafts, id).at(-1);

/** The categories below one, or those at the top. */
export const childrenIn = (drafts: Drafts, parent: number | null): Drafts =>
  parent === null ? drafts : (nodeIn(drafts, parent)?.children ?? nothing);

/** Where a category stands; undefined when the tree has it not. */
export const placeIn = (drafts: Drafts, id: number): Place | undefined => {
  const path = pathTo(drafts, id);
  if (path.length === 0) return undefined;
  const parent = path.at(-2)?.id ?? null;
  return { parent, at: childrenIn(drafts, parent).findIndex(node => node.id === id) };
};

/** How many categories these are, the nested ones counted. */
export const countOf = (drafts: Drafts): number => drafts.reduce((sum, { children }) => sum + 1 + countOf(children), 0);

const depthOf = (drafts: Drafts): number =>
  drafts.reduce((most, { children }) => Math.max(most, 1 + depthOf(children)), 0);

/** Why a category cannot stand below another; null when it can. `id` is null for a new one. */
export type Refusal = 'within' | 'deep' | 'many';

export const refusalOf = (drafts: Drafts, id: number | null, parent: number | null): Refusal | null => {
  const path = parent === null ? [] : pathTo(drafts, parent);
  if (id !== null && path.some(node => node.id === id)) return 'within';
  const node = id === null ? undefined : nodeIn(drafts, id);
  if (path.length + 1 + depthOf(node?.children ?? nothing) > categoryLimits.depth) return 'deep';
  return id === null && countOf(drafts) >= categoryLimits.nodes ? 'many' : null;
};

/** The tree with a new category. */
export const withAdded = (drafts: Drafts, { id, name }: Pick<Draft, 'id' | 'name'>, place: Place): Drafts =>
  inserted(drafts, { id, name, models_count: 0, children: nothing }, place);

/** The tree with a category called otherwise. */
export const withName = (drafts: Drafts, id: number, name: string): Drafts =>
  nodeIn(drafts, id)?.name === name ? drafts : replaced(drafts, pathTo(drafts, id), node => [{ ...node, name }]);

/** The tree without a category and all that is nested in it. */
export const without = (drafts: Drafts, id: number): Drafts => replaced(drafts, pathTo(drafts, id), () => []);

/** The tree with a category elsewhere; `place.at` counts the siblings without it. */
export const withMoved = (drafts: Drafts, id: number, place: Place): Drafts => {
  const node = nodeIn(drafts, id);
  if (!node || refusalOf(drafts, id, place.parent)) return drafts;
  const was = placeIn(drafts, id);
  return was?.parent === place.parent && was.at === place.at ? drafts : inserted(without(drafts, id), node, place);
};

/** The tree with a category where another one has it; null where it cannot stand there. */
export const withPlaceOf = (drafts: Drafts, id: number, other: Drafts): Drafts | null => {
  const place = placeIn(other, id);
  if (!place || (place.parent !== null && !nodeIn(drafts, place.parent))) return null;
  if (!nodeIn(drafts, id) || refusalOf(drafts, id, place.parent)) return null;
  const beside = childrenIn(drafts, place.parent).filter(node => node.id !== id);
  const places = new Map(beside.map((node, at) => [node.id, at]));
  const before = childrenIn(other, place.parent)
    .slice(0, place.at)
    .findLast(node => places.has(node.id));
  return withMoved(drafts, id, { parent: place.parent, at: before ? (places.get(before.id) ?? 0) + 1 : 0 });
};

const inserted = (drafts: Drafts, node: Draft, { parent, at }: Place): Drafts => {
  if (parent === null) return drafts.toSpliced(at, 0, node);
  return replaced(drafts, pathTo(drafts, parent), one => [{ ...one, children: one.children.toSpliced(at, 0, node) }]);
};

/** The tree with others in place of the last node of a path. */
const replaced = (drafts: Drafts, path: readonly Draft[], by: (node: Draft) => Drafts): Drafts => {
  const [first, ...rest] = path;
  if (!first) return drafts;
  return drafts.flatMap(node => {
    if (node !== first) return [node];
    return rest.length === 0 ? by(node) : [{ ...node, children: replaced(node.children, rest, by) }];
  });
};

/** What is sent to save a tree: new categories have no id yet. */
interface Sent {
  id?: number;
  name: string;
  children: Sent[];
}

export const toSend = (drafts: Drafts): Sent[] =>
  drafts.map(({ id, name, children }) => ({ ...(id > 0 && { id }), name, children: toSend(children) }));

/** Which saved ids the new categories of a tree got; null when what was saved is another tree. */
export const savedIds = (sent: Drafts, saved: Drafts): Map<number, number> | null => {
  const ids = new Map<number, number>();
  const isSame = (mine: Drafts, theirs: Drafts): boolean =>
    mine.length === theirs.length &&
    mine.every((node, at) => {
      const other = theirs[at];
      if (other?.name !== node.name || (node.id > 0 && node.id !== other.id)) return false;
      if (node.id < 0) ids.set(node.id, other.id);
      return isSame(node.children, other.children);
    });
  return isSame(sent, saved) ? ids : null;
};
