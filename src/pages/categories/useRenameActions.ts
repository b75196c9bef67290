import { type MouseEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { useT } from '#providers/locale/i18nProvider.ts';
import { addNode, findChildren, findPlacementRefusal, type NodePlace, renameNode } from './categoryNodes.ts';
import type { EditContext } from './useTreeEdits.ts';

interface Renaming {
  id: number;
  text: string;
  /** The category was created for this name; cancelling removes it. */
  isNew: boolean;
  from: number | null;
}

export const useRenameActions = ({
  stagedTree,
  tree,
  active,
  position,
  nameOf,
  focusTree,
  open,
  announceRefusal,
}: EditContext) => {
  const t = useT();
  const [renamedNode, setRenamedNode] = useState<Renaming | null>(null);
  const { tree: nodes } = stagedTree;
  const name = (id: number) => setRenamedNode({ id, text: nameOf(id), isNew: false, from: active });
  const add = (newPlace: NodePlace) => {
    if (announceRefusal(findPlacementRefusal(nodes, null, newPlace.parent))) return;
    const id = stagedTree.newId();
    const text = t('categoryEditor.newName');
    if (tree.isSearching) tree.setSearch('');
    stagedTree.edit(addNode(nodes, { id, name: text }, newPlace));
    open(newPlace.parent);
    tree.setActive(id);
    setRenamedNode({ id, text, isNew: true, from: active });
  };
  return {
    renaming: renamedNode,
    addBeside: () => add(position ? { ...position, index: position.index + 1 } : { parent: null, index: nodes.length }),
    addInside: () => {
      if (active !== null) add({ parent: active, index: findChildren(nodes, active).length });
    },
    rename: () => {
      if (active !== null) name(active);
    },
    onDoubleClick: ({ target }: MouseEvent) => {
      const row = target instanceof HTMLElement && !target.closest('input') ? target.closest('[data-node]') : null;
      if (row instanceof HTMLElement) name(Number(row.dataset['node']));
    },
    type: (text: string) => setRenamedNode(before => before && { ...before, text }),
    /** An empty name keeps the previous one. */
    finishName: (isLeaving = false) => {
      if (!renamedNode) return;
      const text = renamedNode.text.trim();
      // Runs synchronously, before the focus moves. Otherwise the input's blur event would finish the name a second
      // time.
      flushSync(() => setRenamedNode(null));
      const next = text === '' ? nodes : renameNode(nodes, renamedNode.id, text);
      if (renamedNode.isNew) stagedTree.replacePresent(next);
      else stagedTree.edit(next);
      if (!isLeaving) focusTree();
    },
    dropName: () => {
      flushSync(() => setRenamedNode(null));
      if (renamedNode?.isNew) stagedTree.undo();
      if (renamedNode?.from != null) tree.setActive(renamedNode.from);
      focusTree();
    },
  };
};
