import { useMemo, useState } from 'react';
import {
  indexTree,
  listAncestors,
  listVisibleRows,
  searchRows,
  type TreeIndex,
  type TreeNode,
  type TreeRow,
} from './nodes.ts';

export interface TreeState<N extends TreeNode = TreeNode> {
  index: TreeIndex<N>;
  rows: readonly TreeRow<N>[];
  isOpen: (id: number) => boolean;
  setOpen: (ids: readonly number[], open: boolean) => void;
  active: number | null;
  setActive: (id: number) => void;
  reveal: (id: number) => void;
  search: string;
  setSearch: (text: string) => void;
  isSearching: boolean;
}

export const useTree = <N extends TreeNode>(
  roots: readonly N[],
  getOpenIds: (index: TreeIndex<N>) => Iterable<number> = () => [],
): TreeState<N> => {
  const index = useMemo(() => indexTree(roots), [roots]);
  const [open, setOpenIds] = useState<ReadonlySet<number>>(() => new Set(getOpenIds(index)));
  const [active, setActive] = useState<number | null>(null);
  const [search, setSearch] = useState('');
  const foundRows = useMemo(() => searchRows(index, search), [index, search]);
  const rows = useMemo(() => foundRows ?? listVisibleRows(roots, id => open.has(id)), [foundRows, roots, open]);

  const setOpen = (ids: readonly number[], isOpen: boolean) =>
    setOpenIds(before => {
      const after = new Set(before);
      for (const id of ids) after[isOpen ? 'add' : 'delete'](id);
      return after;
    });
  const reveal = (id: number) => {
    setOpen(listAncestors(index, id), true);
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
      setSearch(text);
      // When the search is cleared, the result that the user has picked stays in view.
      if (text.trim() === '' && active !== null) reveal(active);
    },
    isSearching: foundRows !== null,
  };
};
