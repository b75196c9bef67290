import { type RefObject, useState } from 'react';
import { useT } from '#providers/locale/i18nProvider.ts';
import { above } from '#ui/tree/nodes.ts';
import type { TreeState } from '#ui/tree/useTree.ts';
import {
  type CategoryNode,
  type CategoryNodes,
  childrenIn,
  type Place,
  placeIn,
  type Refusal,
} from './categoryNodes.ts';
import { useMoves } from './useMoves.ts';
import { useNaming } from './useNaming.ts';
import { useRemoving } from './useRemoving.ts';
import type { Staged } from './useStaged.ts';

interface Options {
  staged: Staged;
  tree: TreeState<CategoryNode>;
  treeRef: RefObject<HTMLDivElement | null>;
}

/** What the hooks of the single edits share. */
export interface Ground {
  staged: Staged;
  tree: TreeState<CategoryNode>;
  /** The category that keys and buttons act on. */
  active: number | null;
  /** Its place, and its siblings. */
  here: Place | undefined;
  beside: CategoryNodes;
  nameOf: (id: number) => string;
  focusTree: () => void;
  /** Expands a node. */
  open: (parent: number | null) => void;
  tell: (text: string) => void;
  /** Announces a refusal; false where there is none. */
  refuse: (refusal: Refusal | null) => boolean;
}

export type TreeEdits = ReturnType<typeof useTreeEdits>;

/** The edits of a category tree. Each move and each refusal is announced in words, for people who do not see the tree. */
export const useTreeEdits = ({ staged, tree, treeRef }: Options) => {
  const t = useT();
  const [told, tell] = useState('');
  const active = tree.active !== null && tree.index.nodes.has(tree.active) ? tree.active : null;
  const here = active === null ? undefined : placeIn(staged.tree, active);
  const ground: Ground = {
    staged,
    tree,
    active,
    here,
    beside: here ? childrenIn(staged.tree, here.parent) : staged.tree,
    nameOf: id => tree.index.nodes.get(id)?.name ?? '',
    focusTree: () => treeRef.current?.focus(),
    open: parent => {
      if (parent !== null) tree.setOpen([parent, ...above(tree.index, parent)], true);
    },
    tell,
    refuse: refusal => {
      if (refusal) tell(t(`categoryEditor.refused.${refusal}`));
      return refusal !== null;
    },
  };
  return {
    active,
    told,
    nameOf: ground.nameOf,
    ...useNaming(ground),
    ...useMoves(ground),
    ...useRemoving(ground),
    /** Goes to a category that the search found. */
    act: (id: number) => {
      if (!tree.isSearching) return;
      tree.setSearch('');
      tree.reveal(id);
    },
    /** Without an active row yet, keys act on the first one. */
    onFocus: () => {
      const first = tree.rows[0]?.node.id;
      if (active === null && first !== undefined) tree.setActive(first);
    },
  };
};
