import { useMemo, useState } from 'react';
import { above, foundRows, indexOf, openRows, type TreeIndex, type TreeNode, type TreeRow } from './nodes.ts';

/** A tree as one person sees it: which branches are open, where they stand, what they search for. */
export interface TreeState<N extends TreeNode = TreeNode> {
  index: TreeIndex<N>;
  rows: readonly TreeRow<N>[];
  isOpen: (id: number) => boolean;
  /** Opens some branches, or shuts them. */
  setOpen: (ids: readonly number[], open: boolean) => void;
  /** The node that keys act on; null before any. */
  active: number | null;
  setActive: (id: number) => void;
  /** Opens all that is above a node, and goes to it. */
  reveal: (id: number) => void;
  search: string;
  setSearch: (text: string) => void;
  isSearching: boolean;
}

/** `opened`: branches that are open from the start. */
export const useTree = <N extends TreeNode>(
  roots: readonly N[],
  opened: (index: TreeIndex<N>) => Iterable<number> = () => [],
): TreeState<N> => {
  const index = useMemo(() => indexOf(roots), [roots]);
  const [open, setOpenIds] = useState<ReadonlySet<number>>(() => new Set(opened(index)));
  const [active, setActive] = useState<number | null>(null);
  const [search, setText] = useState('');
  const found = useMemo(() => foundRows(index, search), [index, search]);
  const rows = useMemo(() => found ?? openRows(roots, id => open.has(id)), [found, roots, open]);

  const setOpen = (ids: readonly number[], isOpen: boolean) =>
    setOpenIds(before => {
      const after = new Set(before);
      for (const id of ids) after[isOpen ? 'add' : 'delete'](id);
      return after;
    });
  const reveal = (id: number) => {
    setOpen(above(index, id), true);
    setActive(id);
  };
  return {
    index,
    rows,
    isOpen: id => open.has(id),
    setOpen,
    active,
    setActive,
    reveal,
    search,
    setSearch: text => {
      setText(text);
      // What was gone to among the found stays in sight in the tree.
      if (text.trim() === '' && active !== null) reveal(active);
    },
    isSearching: found !== null,
  };
};
