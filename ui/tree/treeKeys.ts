import type { KeyboardEvent } from 'react';
import { findByPrefix } from './nodes.ts';
import type { TreeState } from './useTree.ts';

const PAGE_ROWS = 10;

/** The keyboard support of the WAI-ARIA tree view pattern. @returns true if the key was handled */
export const handleTreeKey = (tree: TreeState, event: KeyboardEvent, activate: (id: number) => void): boolean => {
  const { rows, active, isOpen, isSearching, setActive, setOpen, index } = tree;
  if (event.ctrlKey || event.metaKey || event.altKey || rows.length === 0) return false;
  const activeIndex = Math.max(
    0,
    rows.findIndex(({ node }) => node.id === active),
  );
  const row = rows[activeIndex];
  const goTo = (next: number): true => {
    const targetRow = rows[Math.min(Math.max(next, 0), rows.length - 1)];
    if (targetRow) setActive(targetRow.node.id);
    return true;
  };
  const hasBranch = !isSearching && row !== undefined && row.node.children.length > 0;
  switch (event.key) {
    case 'ArrowDown':
      return goTo(activeIndex + 1);
    case 'ArrowUp':
      return goTo(activeIndex - 1);
    case 'PageDown':
      return goTo(activeIndex + PAGE_ROWS);
    case 'PageUp':
      return goTo(activeIndex - PAGE_ROWS);
    case 'Home':
      return goTo(0);
    case 'End':
      return goTo(rows.length - 1);
    case 'ArrowRight':
      if (hasBranch && isOpen(row.node.id)) goTo(activeIndex + 1);
      else if (hasBranch) setOpen([row.node.id], true);
      return true;
    case 'ArrowLeft': {
      const parent = row && index.parents.get(row.node.id);
      if (hasBranch && isOpen(row.node.id)) setOpen([row.node.id], false);
      else if (!isSearching && parent !== undefined) setActive(parent);
      return true;
    }
    case '*':
      if (row && !isSearching) setOpen(listSiblingBranches(tree, row.node.id), true);
      return true;
    case ' ':
    case 'Enter':
      if (row) activate(row.node.id);
      return true;
    default:
      return event.key.length === 1 && /\p{L}|\p{N}/u.test(event.key)
        ? goToLetter(tree, activeIndex, event.key)
        : false;
  }
};

const listSiblingBranches = ({ rows, index }: TreeState, id: number): number[] =>
  rows.flatMap(({ node }) =>
    node.children.length > 0 && index.parents.get(node.id) === index.parents.get(id) ? [node.id] : [],
  );

const goToLetter = ({ rows, setActive }: TreeState, index: number, letter: string): true => {
  const row = rows[findByPrefix(rows, index + 1, letter)];
  if (row) setActive(row.node.id);
  return true;
};
