import { type RefObject, useState } from 'react';
import { useT } from '#providers/i18nProvider.ts';
import { above } from '#resources/schema/tree/nodes.ts';
import type { TreeState } from '#resources/schema/tree/useTree.ts';
import { childrenIn, type Draft, type Drafts, type Place, placeIn, type Refusal } from './drafts.ts';
import { useMoves } from './useMoves.ts';
import { useNaming } from './useNaming.ts';
import { useRemoving } from './useRemoving.ts';
import type { Staged } from './useStaged.ts';

interface Options {
  staged: Staged;
  tree: TreeState<Draft>;
  treeRef: RefObject<HTMLDivElement | null>;
}

/** Where edits happen, and what they have in common. */
export interface Ground {
  staged: Staged;
  tree: TreeState<Draft>;
  /** The category that keys and buttons act on. */
  active: number | null;
  /** Its place, and its siblings. */
  here: Place | undefined;
  beside: Drafts;
  nameOf: (id: number) => string;
  focusTree: () => void;
  /** Brings what is below a node into sight. */
  open: (parent: number | null) => void;
  tell: (text: string) => void;
  /** Tells of a refusal; false where there is none. */
  refuse: (refusal: Refusal | null) => boolean;
}

export type TreeEdits = ReturnType<typeof useTreeEdits>;

/** What a person does to a tree of categories; each refusal and each move is told in words. */
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
    /** What was found by its name is gone to in the tree. */
    act: (id: number) => {
      if (!tree.isSearching) return;
      tree.setSearch('');
      tree.reveal(id);
    },
    /** Keys act on the first row until somebody goes to another. */
    onFocus: () => {
      const first = tree.rows[0]?.node.id;
      if (active === null && first !== undefined) tree.setActive(first);
    },
  };
};
