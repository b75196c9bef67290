/** What a tree is made of. */
export interface TreeNode {
  id: number;
  name: string;
  children: readonly TreeNode[];
}

/** A node that is in sight, and where it stands. */
export interface TreeRow<N extends TreeNode = TreeNode> {
  node: N;
  /** From 1. */
  level: number;
  /** From 1 among its siblings. */
  place: number;
  siblings: number;
}

/** How a tree hangs together, by id. */
export interface TreeIndex<N extends TreeNode = TreeNode> {
  nodes: ReadonlyMap<number, N>;
  parents: ReadonlyMap<number, number>;
  /** Names as a search compares them, parents before those nested in them. */
  names: () => readonly (readonly [id: number, folded: string])[];
}

/** How names are compared: case and ё do not matter. */
const folded = (text: string): string => text.trim().toLowerCase().replaceAll('ё', 'е');

/** Children keep the type of their parents. */
const childrenOf = <N extends TreeNode>({ children }: N): readonly N[] => children as readonly N[];

export const indexOf = <N extends TreeNode>(roots: readonly N[]): TreeIndex<N> => {
  const nodes = new Map<number, N>();
  const parents = new Map<number, number>();
  const walk = (siblings: readonly N[], parent: number | null) => {
    for (const node of siblings) {
      nodes.set(node.id, node);
      if (parent !== null) parents.set(node.id, parent);
      walk(childrenOf(node), node.id);
    }
  };
  walk(roots, null);
  // An edited tree has a new index for each edit, and is seldom searched.
  let names: [number, string][] | undefined;
  return { nodes, parents, names: () => (names ??= [...nodes].map(([id, { name }]) => [id, folded(name)])) };
};

/** The ids above a node, the nearest first. */
export const above = ({ parents }: TreeIndex, id: number): number[] => {
  const found: number[] = [];
  for (let parent = parents.get(id); parent !== undefined; parent = parents.get(parent)) found.push(parent);
  return found;
};

/** The names of the nodes above a node, from the top. */
export const wayTo = (index: TreeIndex, id: number): string[] =>
  above(index, id)
    .toReversed()
    .map(parent => index.nodes.get(parent)?.name ?? '');

/** The rows of a tree whose branches are open as told. */
export const openRows = <N extends TreeNode>(roots: readonly N[], isOpen: (id: number) => boolean): TreeRow<N>[] => {
  const rows: TreeRow<N>[] = [];
  const walk = (siblings: readonly N[], level: number) => {
    for (const [at, node] of siblings.entries()) {
      rows.push({ node, level, place: at + 1, siblings: siblings.length });
      if (node.children.length > 0 && isOpen(node.id)) walk(childrenOf(node), level + 1);
    }
  };
  walk(roots, 1);
  return rows;
};

/** What a search by name finds, beside each other; null when nothing is searched for. */
export const foundRows = <N extends TreeNode>({ nodes, names }: TreeIndex<N>, search: string): TreeRow<N>[] | null => {
  const wanted = folded(search);
  if (wanted === '') return null;
  const found = names().flatMap(([id, name]) => (name.includes(wanted) ? [nodes.get(id) as N] : []));
  return found.map((node, at) => ({ node, level: 1, place: at + 1, siblings: found.length }));
};

/** The next row from one on whose name begins so, around the end; for typing ahead. */
export const rowBeginning = (rows: readonly TreeRow[], from: number, letters: string): number => {
  const wanted = folded(letters);
  for (let step = 0; step < rows.length; step += 1) {
    const at = (from + step) % rows.length;
    if (folded(rows[at]?.node.name ?? '').startsWith(wanted)) return at;
  }
  return -1;
};
