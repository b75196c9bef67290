import { useState } from 'react';
import { useT } from '#providers/locale/i18nProvider.ts';
import type { TreeDrop } from '#ui/tree/useTreeDrag.ts';
import {
  type CategoryNodes,
  findChildren,
  findPlace,
  findPlacementRefusal,
  moveNode,
  type NodePlace,
  type PlacementRefusal,
} from './categoryNodes.ts';
import type { EditContext } from './useTreeEdits.ts';

type PastePosition = 'inside' | 'after' | 'top';

export const useMoveActions = ({
  stagedTree,
  tree,
  active,
  position,
  siblings,
  nameOf,
  open,
  announce,
  announceRefusal,
}: EditContext) => {
  const t = useT();
  const [cutId, setCutId] = useState<number | null>(null);
  const { tree: nodes } = stagedTree;
  const canPaste = cutId !== null && tree.index.nodes.has(cutId);
  const moveNodeTo = (id: number, target: NodePlace) => {
    if (announceRefusal(findPlacementRefusal(nodes, id, target.parent))) return;
    stagedTree.edit(moveNode(nodes, id, target));
    open(target.parent);
    tree.setActive(id);
    const messageValues = { name: nameOf(id), place: target.index + 1 };
    if (target.parent === null) announce(t('categoryEditor.movedTop', messageValues));
    else announce(t('categoryEditor.movedInto', { ...messageValues, parent: nameOf(target.parent) }));
  };
  const refusal = (draggedId: number, drop: TreeDrop): PlacementRefusal | null =>
    findPlacementRefusal(nodes, draggedId, resolveDropPlace(nodes, draggedId, drop).parent);
  return {
    cut: canPaste ? cutId : null,
    cutActive: () => setCutId(active),
    dropCut: () => setCutId(null),
    paste: (target: PastePosition) => {
      const place = cutId === null || !canPaste ? null : resolvePastePlace(nodes, cutId, { position: target, active });
      if (cutId === null || !place) return;
      if (findPlacementRefusal(nodes, cutId, place.parent) === null) setCutId(null);
      moveNodeTo(cutId, place);
    },
    moveBy: (step: -1 | 1) => {
      if (active === null || !position) return;
      const targetIndex = position.index + step;
      if (targetIndex >= 0 && targetIndex < siblings.length) moveNodeTo(active, { ...position, index: targetIndex });
    },
    indent: () => {
      const previous = position && siblings[position.index - 1];
      if (active !== null && previous) moveNodeTo(active, { parent: previous.id, index: previous.children.length });
    },
    outdent: () => {
      const parentPlace = position?.parent == null ? undefined : findPlace(nodes, position.parent);
      if (active !== null && parentPlace) moveNodeTo(active, { ...parentPlace, index: parentPlace.index + 1 });
    },
    refusal,
    isRefused: (draggedId: number, drop: TreeDrop) => refusal(draggedId, drop) !== null,
    drop: (draggedId: number, drop: TreeDrop) => moveNodeTo(draggedId, resolveDropPlace(nodes, draggedId, drop)),
    can: {
      up: position !== undefined && position.index > 0,
      down: position !== undefined && position.index < siblings.length - 1,
      indent: position !== undefined && position.index > 0,
      outdent: position?.parent != null,
    },
  };
};

const resolvePastePlace = (
  nodes: CategoryNodes,
  cutId: number,
  { position, active }: { position: PastePosition; active: number | null },
): NodePlace | null => {
  if (position === 'top') return shiftPastItself(nodes, cutId, { parent: null, index: nodes.length });
  return active === null
    ? null
    : resolveDropPlace(nodes, cutId, { id: active, where: position === 'inside' ? 'last' : 'after' });
};

const resolveDropPlace = (nodes: CategoryNodes, draggedId: number, { id, where }: TreeDrop): NodePlace => {
  const target = findPlace(nodes, id) ?? { parent: null, index: nodes.length };
  if (where === 'first') return { parent: id, index: 0 };
  if (where === 'last') return shiftPastItself(nodes, draggedId, { parent: id, index: findChildren(nodes, id).length });
  return shiftPastItself(nodes, draggedId, { ...target, index: where === 'before' ? target.index : target.index + 1 });
};

/** Indexes do not count the moved category itself, so positions after it shift by one. */
const shiftPastItself = (nodes: CategoryNodes, movedId: number, nodePlace: NodePlace): NodePlace => {
  const oldPlace = findPlace(nodes, movedId);
  return oldPlace?.parent === nodePlace.parent && oldPlace.index < nodePlace.index
    ? { ...nodePlace, index: nodePlace.index - 1 }
    : nodePlace;
};
