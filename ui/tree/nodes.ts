import { foldText } from '#contract/searchText.ts';

export interface TreeNode {
  id: number;
  name: string;
  children: readonly TreeNode[];
}

export interface TreeRow<N extends TreeNode = TreeNode> {
  node: N;
  /** 1-based, as `aria-level`. */
  level: number;
  /** 1-based, as `aria-posinset`. */
  position: number;
  siblings: number;
}

export interface TreeIndex<N extends TreeNode = TreeNode> {
  nodes: ReadonlyMap<number, N>;
  parents: ReadonlyMap<number, number>;
  /** Normalised for search; parents precede their children. */
  names: () => readonly (readonly [id: number, folded: string])[];
}

const foldName = (text: string): string => foldText(text.trim());

/** TypeScript cannot express that children have the type of their parent. */
const getChildren = <N extends TreeNode>({ children }: N): readonly N[] => children as readonly N[];

export const indexTree = <N extends TreeNode>(roots: readonly N[]): TreeIndex<N> => {
  const nodes = new Map<number, N>();
  const parents = new Map<number, number>();
  const walk = (siblings: readonly N[], parent: number | null) => {
    for (const node of siblings) {
      nodes.set(node.id, node);
      if (parent !== null) parents.set(node.id, parent);
      walk(getChildren(node), node.id);
    }
  };
  walk(roots, null);
  // Computed on demand, because each edit builds a new index and few of them are searched.
  let names: [number, string][] | undefined;
  return { nodes, parents, names: () => (names ??= [...nodes].map(([id, { name }]) => [id, foldName(name)])) };
};

export const listAncestors = ({ parents }: TreeIndex, id: number): number[] => {
  const ids: number[] = [];
  for (let parent = parents.get(id); parent !== undefined; parent = parents.get(parent)) ids.push(parent);
  return ids;
};

export const listPathNames = (index: TreeIndex, id: number): string[] =>
  listAncestors(index, id)
    .toReversed()
    .map(parent => index.nodes.get(parent)?.name ?? '');

export const listVisibleRows = <N extends TreeNode>(
  roots: readonly N[],
  isOpen: (id: number) => boolean,
): TreeRow<N>[] => {
  const rows: TreeRow<N>[] = [];
  const walk = (siblings: readonly N[], level: number) => {
    for (const [index, node] of siblings.entries()) {
      rows.push({ node, level, position: index + 1, siblings: siblings.length });
      if (node.children.length > 0 && isOpen(node.id)) walk(getChildren(node), level + 1);
    }
  };
  walk(roots, 1);
  return rows;
};

/** Matches by name as a flat list; null if the search is empty. */
export const searchRows = <N extends TreeNode>({ nodes, names }: TreeIndex<N>, search: string): TreeRow<N>[] | null => {
  const query = foldName(search);
  if (query === '') return null;
  const matchingNodes = names().flatMap(([id, name]) => (name.includes(query) ? [nodes.get(id) as N] : []));
  return matchingNodes.map((node, index) => ({ node, level: 1, position: index + 1, siblings: matchingNodes.length }));
};

/** For type-ahead: the next row that starts with `letters`, wrapping around at the end; -1 if there is none. */
export const findByPrefix = (rows: readonly TreeRow[], startIndex: number, letters: string): number => {
  const query = foldName(letters);
  for (let step = 0; step < rows.length; step += 1) {
    const index = (startIndex + step) % rows.length;
    if (foldName(rows[index]?.node.name ?? '').startsWith(query)) return index;
  }
  return -1;
};
