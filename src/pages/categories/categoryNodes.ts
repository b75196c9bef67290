import { categoryLimits } from '#contract/limits.ts';

/** A new category has a negative id until it is saved. */
export interface CategoryNode {
  id: number;
  name: string;
  models_count: number;
  children: readonly CategoryNode[];
}
/** Immutable: each edit returns a new tree that shares unchanged branches, which keeps undo cheap. */
export type CategoryNodes = readonly CategoryNode[];

export interface NodePlace {
  parent: number | null;
  index: number;
}

const NO_NODES: CategoryNodes = [];

/** The nodes from the root to the category, inclusive; empty if it is not in the tree. */
export const findPath = (nodes: CategoryNodes, id: number): readonly CategoryNode[] => {
  for (const node of nodes) {
    if (node.id === id) return [node];
    const subpath = node.children.length > 0 ? findPath(node.children, id) : [];
    if (subpath.length > 0) return [node, ...subpath];
  }
  return [];
};

export const findNode = (nodes: CategoryNodes, id: number): CategoryNode | undefined => findPath(nodes, id).at(-1);

export const findChildren = (nodes: CategoryNodes, parent: number | null): CategoryNodes =>
  parent === null ? nodes : (findNode(nodes, parent)?.children ?? NO_NODES);

export const findPlace = (nodes: CategoryNodes, id: number): NodePlace | undefined => {
  const path = findPath(nodes, id);
  if (path.length === 0) return undefined;
  const parent = path.at(-2)?.id ?? null;
  return { parent, index: findChildren(nodes, parent).findIndex(node => node.id === id) };
};

export const countNodes = (nodes: CategoryNodes): number =>
  nodes.reduce((sum, { children }) => sum + 1 + countNodes(children), 0);

/** The ids of saved categories, descendants included. */
export const listSavedIds = (nodes: CategoryNodes): number[] =>
  nodes.flatMap(({ id, children }) => [...(id > 0 ? [id] : []), ...listSavedIds(children)]);

/**
 * The list filter that finds exactly the records of these categories. A filter includes descendants in the saved tree,
 * so it is null where these would add other records.
 */
export const buildCategoryFilter = (ids: readonly number[], savedNodes: CategoryNodes): number[] | null => {
  const all = new Set(ids);
  const branches = (nodes: CategoryNodes): number[] =>
    nodes.flatMap(node => (listSavedIds([node]).every(id => all.has(id)) ? [node.id] : branches(node.children)));
  const branchIds = branches(savedNodes);
  const coveredIds = listSavedIds(branchIds.flatMap(id => findNode(savedNodes, id) ?? []));
  return coveredIds.length === all.size ? branchIds : null;
};

const getDepth = (nodes: CategoryNodes): number =>
  nodes.reduce((deepest, { children }) => Math.max(deepest, 1 + getDepth(children)), 0);

/** Why a category cannot be placed under a parent; null if it can. `id` is null for a new category. */
export type PlacementRefusal = 'within' | 'deep' | 'many';

export const findPlacementRefusal = (
  nodes: CategoryNodes,
  id: number | null,
  parent: number | null,
): PlacementRefusal | null => {
  const path = parent === null ? [] : findPath(nodes, parent);
  if (id !== null && path.some(node => node.id === id)) return 'within';
  const node = id === null ? undefined : findNode(nodes, id);
  if (path.length + 1 + getDepth(node?.children ?? NO_NODES) > categoryLimits.depth) return 'deep';
  return id === null && countNodes(nodes) >= categoryLimits.nodes ? 'many' : null;
};

export const addNode = (
  nodes: CategoryNodes,
  { id, name }: Pick<CategoryNode, 'id' | 'name'>,
  nodePlace: NodePlace,
): CategoryNodes => insertNode(nodes, { id, name, models_count: 0, children: NO_NODES }, nodePlace);

/** Returns the same tree if the name is unchanged, so that no undo step is added. */
export const renameNode = (nodes: CategoryNodes, id: number, name: string): CategoryNodes =>
  findNode(nodes, id)?.name === name ? nodes : replaceNode(nodes, findPath(nodes, id), node => [{ ...node, name }]);

export const removeNode = (nodes: CategoryNodes, id: number): CategoryNodes =>
  replaceNode(nodes, findPath(nodes, id), () => []);

/** `place.at` is an index among the siblings without the moved category. */
export const moveNode = (nodes: CategoryNodes, id: number, nodePlace: NodePlace): CategoryNodes => {
  const node = findNode(nodes, id);
  if (!node || findPlacementRefusal(nodes, id, nodePlace.parent)) return nodes;
  const oldPlace = findPlace(nodes, id);
  return oldPlace?.parent === nodePlace.parent && oldPlace.index === nodePlace.index
    ? nodes
    : insertNode(removeNode(nodes, id), node, nodePlace);
};

/** Null if the position in the other tree does not exist in this tree. */
export const moveToPlaceOf = (nodes: CategoryNodes, id: number, other: CategoryNodes): CategoryNodes | null => {
  const nodePlace = findPlace(other, id);
  if (!nodePlace || (nodePlace.parent !== null && !findNode(nodes, nodePlace.parent))) return null;
  if (!findNode(nodes, id) || findPlacementRefusal(nodes, id, nodePlace.parent)) return null;
  const siblings = findChildren(nodes, nodePlace.parent).filter(node => node.id !== id);
  const indexById = new Map(siblings.map((node, index) => [node.id, index]));
  const before = findChildren(other, nodePlace.parent)
    .slice(0, nodePlace.index)
    .findLast(node => indexById.has(node.id));
  return moveNode(nodes, id, { parent: nodePlace.parent, index: before ? (indexById.get(before.id) ?? 0) + 1 : 0 });
};

const insertNode = (nodes: CategoryNodes, node: CategoryNode, { parent, index }: NodePlace): CategoryNodes => {
  if (parent === null) return nodes.toSpliced(index, 0, node);
  return replaceNode(nodes, findPath(nodes, parent), parentNode => [
    { ...parentNode, children: parentNode.children.toSpliced(index, 0, node) },
  ]);
};

const replaceNode = (
  nodes: CategoryNodes,
  path: readonly CategoryNode[],
  replaceWith: (node: CategoryNode) => CategoryNodes,
): CategoryNodes => {
  const [first, ...rest] = path;
  if (!first) return nodes;
  return nodes.flatMap(node => {
    if (node !== first) return [node];
    return rest.length === 0
      ? replaceWith(node)
      : [{ ...node, children: replaceNode(node.children, rest, replaceWith) }];
  });
};

interface SavedNode {
  id?: number;
  name: string;
  children: SavedNode[];
}

export const toSaveBody = (nodes: CategoryNodes): SavedNode[] =>
  nodes.map(({ id, name, children }) => ({ ...(id > 0 && { id }), name, children: toSaveBody(children) }));

/** Null if the saved tree is a different one. */
export const matchSavedIds = (sentNodes: CategoryNodes, savedNodes: CategoryNodes): Map<number, number> | null => {
  const ids = new Map<number, number>();
  const isSame = (mine: CategoryNodes, theirs: CategoryNodes): boolean =>
    mine.length === theirs.length &&
    mine.every((node, index) => {
      const other = theirs[index];
      if (other?.name !== node.name || (node.id > 0 && node.id !== other.id)) return false;
      if (node.id < 0) ids.set(node.id, other.id);
      return isSame(node.children, other.children);
    });
  return isSame(sentNodes, savedNodes) ? ids : null;
};
