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
  staged,
  tree,
  active,
  position,
  nameOf,
  focusTree,
  open,
  announceRefusal,
}: EditContext) => {
  const t = useT();
  const [renaming, setRenaming] = useState<Renaming | null>(null);
  const { tree: nodes } = staged;
  const name = (id: number) => setRenaming({ id, text: nameOf(id), isNew: false, from: active });
  const add = (place: NodePlace) => {
    if (announceRefusal(findPlacementRefusal(nodes, null, place.parent))) return;
    const id = staged.newId();
    const text = t('categoryEditor.newName');
    if (tree.isSearching) tree.setSearch('');
    staged.edit(addNode(nodes, { id, name: text }, place));
    open(place.parent);
    tree.setActive(id);
    setRenaming({ id, text, isNew: true, from: active });
  };
  return {
    renaming,
    addBeside: () => add(position ? { ...position, at: position.at + 1 } : { parent: null, at: nodes.length }),
    addInside: () => {
      if (active !== null) add({ parent: active, at: findChildren(nodes, active).length });
    },
    rename: () => {
      if (active !== null) name(active);
    },
    onDoubleClick: ({ target }: MouseEvent) => {
      const row = target instanceof HTMLElement && !target.closest('input') ? target.closest('[data-node]') : null;
      if (row instanceof HTMLElement) name(Number(row.dataset['node']));
    },
    type: (text: string) => setRenaming(before => before && { ...before, text }),
    /** An empty name keeps the previous one. */
    finishName: (isLeaving = false) => {
      if (!renaming) return;
      const text = renaming.text.trim();
      // Synchronously, before the focus moves: otherwise the input's blur would finish the name a second time.
      flushSync(() => setRenaming(null));
      const next = text === '' ? nodes : renameNode(nodes, renaming.id, text);
      if (renaming.isNew) staged.amend(next);
      else staged.edit(next);
      if (!isLeaving) focusTree();
    },
    dropName: () => {
      flushSync(() => setRenaming(null));
      if (renaming?.isNew) staged.undo();
      if (renaming?.from != null) tree.setActive(renaming.from);
      focusTree();
    },
  };
};
