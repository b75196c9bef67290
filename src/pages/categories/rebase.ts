import type { CategoryNode, CategoryNodes } from './categoryNodes.ts';
import type { PlacedNode, TreeChanges } from './treeChanges.ts';

/**
 * An edit that conflicts with another user's. `gone`: they deleted the category; `homeless`: they deleted its new
 * parent; `within`: it would become its own ancestor; `filled`: they added to a category deleted here, so it stays;
 * `renamed`, `moved`: both users renamed or moved it, and the edit made here wins unless the user chooses the other
 * one.
 */
export interface RebaseConflict {
  kind: 'gone' | 'homeless' | 'within' | 'filled' | 'renamed' | 'moved';
  id: number;
  name: string;
}

interface RebaseResult {
  tree: CategoryNodes;
  conflicts: RebaseConflict[];
}

/** A mutable form of the tree, so that many edits can be applied without copying it each time. */
interface MutableTree {
  nodes: Map<number, Pick<CategoryNode, 'id' | 'name' | 'models_count'>>;
  parents: Map<number, number | null>;
  children: Map<number | null, number[]>;
}

/** Applies edits to a different tree than the one in which they were made. In the same tree, edits never conflict. */
export const rebase = (targetNodes: CategoryNodes, changes: TreeChanges): RebaseResult => {
  const tree = toMutableTree(targetNodes);
  const conflicts: RebaseConflict[] = [];
  for (const placedNode of changes.placed) {
    const conflict = placedNode.isNew ? addNode(tree, placedNode) : moveNode(tree, placedNode);
    if (conflict) conflicts.push(conflict);
  }
  for (const { id, from, to } of changes.renamed) {
    const node = tree.nodes.get(id);
    if (!node) conflicts.push({ kind: 'gone', id, name: from });
    else {
      if (node.name !== from && node.name !== to) conflicts.push({ kind: 'renamed', id, name: from });
      tree.nodes.set(id, { ...node, name: to });
    }
  }
  // Children are removed first, so that a parent is already empty unless the other user has added something to it.
  for (const { id, name } of changes.removed.toReversed()) {
    if (!tree.nodes.has(id)) continue;
    if (getChildren(tree, id).length > 0) conflicts.push({ kind: 'filled', id, name });
    else {
      detachNode(tree, id);
      tree.nodes.delete(id);
    }
  }
  return { tree: toNestedNodes(tree, null), conflicts: dropRepeats(conflicts) };
};

/** A category that was both renamed and moved here, but deleted there, is reported once. */
const dropRepeats = (conflicts: readonly RebaseConflict[]): RebaseConflict[] =>
  conflicts.filter(
    ({ kind, id }, index) => conflicts.findIndex(conflict => conflict.kind === kind && conflict.id === id) === index,
  );

const addNode = (tree: MutableTree, { id, name, parent, after }: PlacedNode): RebaseConflict | null => {
  const isOrphan = parent !== null && !tree.nodes.has(parent);
  tree.nodes.set(id, { id, name, models_count: 0 });
  attachNode(tree, id, isOrphan ? null : parent, isOrphan ? undefined : after);
  return isOrphan ? { kind: 'homeless', id, name } : null;
};

const moveNode = (tree: MutableTree, { id, name, parent, after, from }: PlacedNode): RebaseConflict | null => {
  const node = tree.nodes.get(id);
  if (!node) return { kind: 'gone', id, name };
  if (parent !== null && !tree.nodes.has(parent)) return { kind: 'homeless', id, name };
  if (isWithin(tree, parent, id)) return { kind: 'within', id, name };
  const theirParent = tree.parents.get(id) ?? null;
  detachNode(tree, id);
  attachNode(tree, id, parent, after);
  if (theirParent === from || theirParent === parent) return null;
  return { kind: 'moved', id, name };
};

const isWithin = (tree: MutableTree, id: number | null, other: number): boolean => {
  for (let ancestorId: number | null = id; ancestorId !== null; ancestorId = tree.parents.get(ancestorId) ?? null)
    if (ancestorId === other) return true;
  return false;
};

/** `after` is the sibling to follow, null for the first position. If that sibling is gone, the node goes last. */
const attachNode = (tree: MutableTree, id: number, parent: number | null, after: number | null | undefined): void => {
  const siblings = getChildren(tree, parent);
  const insertionIndex = after === null ? 0 : siblings.indexOf(after ?? Number.NaN) + 1;
  siblings.splice(after !== null && insertionIndex === 0 ? siblings.length : insertionIndex, 0, id);
  tree.parents.set(id, parent);
};

const detachNode = (tree: MutableTree, id: number): void => {
  const siblings = getChildren(tree, tree.parents.get(id) ?? null);
  siblings.splice(siblings.indexOf(id), 1);
};

const getChildren = ({ children }: MutableTree, parent: number | null): number[] => {
  const siblingIds = children.get(parent) ?? [];
  children.set(parent, siblingIds);
  return siblingIds;
};

const toMutableTree = (nodes: CategoryNodes): MutableTree => {
  const tree: MutableTree = { nodes: new Map(), parents: new Map(), children: new Map() };
  const visit = (siblings: CategoryNodes, parent: number | null) => {
    tree.children.set(
      parent,
      siblings.map(({ id }) => id),
    );
    for (const { children, ...node } of siblings) {
      tree.nodes.set(node.id, node);
      tree.parents.set(node.id, parent);
      visit(children, node.id);
    }
  };
  visit(nodes, null);
  return tree;
};

const toNestedNodes = (tree: MutableTree, parent: number | null): CategoryNode[] =>
  getChildren(tree, parent).flatMap(id => {
    const node = tree.nodes.get(id);
    return node ? [{ ...node, children: toNestedNodes(tree, id) }] : [];
  });
