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
  staged,
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
  const [cut, setCut] = useState<number | null>(null);
  const { tree: nodes } = staged;
  const isThere = cut !== null && tree.index.nodes.has(cut);
  const go = (id: number, place: NodePlace) => {
    if (announceRefusal(findPlacementRefusal(nodes, id, place.parent))) return;
    staged.edit(moveNode(nodes, id, place));
    open(place.parent);
    tree.setActive(id);
    const words = { name: nameOf(id), place: place.at + 1 };
    if (place.parent === null) announce(t('categoryEditor.movedTop', words));
    else announce(t('categoryEditor.movedInto', { ...words, parent: nameOf(place.parent) }));
  };
  const refusal = (dragged: number, drop: TreeDrop): PlacementRefusal | null =>
    findPlacementRefusal(nodes, dragged, resolveDropPlace(nodes, dragged, drop).parent);
  return {
    cut: isThere ? cut : null,
    cutActive: () => setCut(active),
    dropCut: () => setCut(null),
    paste: (where: PastePosition) => {
      const place = cut === null || !isThere ? null : resolvePastePlace(nodes, cut, { where, active });
      if (cut === null || !place) return;
      if (findPlacementRefusal(nodes, cut, place.parent) === null) setCut(null);
      go(cut, place);
    },
    moveBy: (step: -1 | 1) => {
      if (active === null || !position) return;
      const at = position.at + step;
      if (at >= 0 && at < siblings.length) go(active, { ...position, at });
    },
    indent: () => {
      const previous = position && siblings[position.at - 1];
      if (active !== null && previous) go(active, { parent: previous.id, at: previous.children.length });
    },
    outdent: () => {
      const parentPlace = position?.parent == null ? undefined : findPlace(nodes, position.parent);
      if (active !== null && parentPlace) go(active, { ...parentPlace, at: parentPlace.at + 1 });
    },
    refusal,
    isRefused: (dragged: number, drop: TreeDrop) => refusal(dragged, drop) !== null,
    drop: (dragged: number, drop: TreeDrop) => go(dragged, resolveDropPlace(nodes, dragged, drop)),
    can: {
      up: position !== undefined && position.at > 0,
      down: position !== undefined && position.at < siblings.length - 1,
      indent: position !== undefined && position.at > 0,
      outdent: position?.parent != null,
    },
  };
};

const resolvePastePlace = (
  nodes: CategoryNodes,
  cut: number,
  { where, active }: { where: PastePosition; active: number | null },
): NodePlace | null => {
  if (where === 'top') return shiftPastItself(nodes, cut, { parent: null, at: nodes.length });
  return active === null
    ? null
    : resolveDropPlace(nodes, cut, { id: active, where: where === 'inside' ? 'last' : 'after' });
};

const resolveDropPlace = (nodes: CategoryNodes, dragged: number, { id, where }: TreeDrop): NodePlace => {
  const target = findPlace(nodes, id) ?? { parent: null, at: nodes.length };
  if (where === 'first') return { parent: id, at: 0 };
  if (where === 'last') return shiftPastItself(nodes, dragged, { parent: id, at: findChildren(nodes, id).length });
  return shiftPastItself(nodes, dragged, { ...target, at: where === 'before' ? target.at : target.at + 1 });
};

/** Indexes do not count the moved category itself, so positions after it shift by one. */
const shiftPastItself = (nodes: CategoryNodes, moved: number, place: NodePlace): NodePlace => {
  const oldPlace = findPlace(nodes, moved);
  return oldPlace?.parent === place.parent && oldPlace.at < place.at ? { ...place, at: place.at - 1 } : place;
};
