import { type RefObject, useState } from 'react';
import { useT } from '#providers/locale/i18nProvider.ts';
import { listAncestors } from '#ui/tree/nodes.ts';
import type { TreeState } from '#ui/tree/useTree.ts';
import {
  type CategoryNode,
  type CategoryNodes,
  findChildren,
  findPlace,
  type NodePlace,
  type PlacementRefusal,
} from './categoryNodes.ts';
import { useMoveActions } from './useMoveActions.ts';
import { useRemoveActions } from './useRemoveActions.ts';
import { useRenameActions } from './useRenameActions.ts';
import type { StagedTree } from './useStagedTree.ts';

interface TreeEditOptions {
  stagedTree: StagedTree;
  tree: TreeState<CategoryNode>;
  treeRef: RefObject<HTMLDivElement | null>;
}

export interface EditContext {
  stagedTree: StagedTree;
  tree: TreeState<CategoryNode>;
  active: number | null;
  position: NodePlace | undefined;
  siblings: CategoryNodes;
  nameOf: (id: number) => string;
  focusTree: () => void;
  open: (parent: number | null) => void;
  announce: (text: string) => void;
  announceRefusal: (refusal: PlacementRefusal | null) => boolean;
}

export type TreeEdits = ReturnType<typeof useTreeEdits>;

/** Edits to a category tree. Every move and every refusal is also announced, for users who cannot see the tree. */
export const useTreeEdits = ({ stagedTree, tree, treeRef }: TreeEditOptions) => {
  const t = useT();
  const [announcement, setAnnouncement] = useState('');
  const active = tree.active !== null && tree.index.nodes.has(tree.active) ? tree.active : null;
  const position = active === null ? undefined : findPlace(stagedTree.tree, active);
  const context: EditContext = {
    stagedTree,
    tree,
    active,
    position,
    siblings: position ? findChildren(stagedTree.tree, position.parent) : stagedTree.tree,
    nameOf: id => tree.index.nodes.get(id)?.name ?? '',
    focusTree: () => treeRef.current?.focus(),
    open: parent => {
      if (parent !== null) tree.setOpen([parent, ...listAncestors(tree.index, parent)], true);
    },
    announce: setAnnouncement,
    announceRefusal: refusal => {
      if (refusal) setAnnouncement(t(`categoryEditor.refused.${refusal}`));
      return refusal !== null;
    },
  };
  return {
    active,
    announcement,
    nameOf: context.nameOf,
    ...useRenameActions(context),
    ...useMoveActions(context),
    ...useRemoveActions(context),
    act: (id: number) => {
      if (!tree.isSearching) return;
      tree.setSearch('');
      tree.reveal(id);
    },
    /** Keys need an active row, so the first row becomes active when the tree receives the focus. */
    onFocus: () => {
      const first = tree.rows[0]?.node.id;
      if (active === null && first !== undefined) tree.setActive(first);
    },
  };
};
