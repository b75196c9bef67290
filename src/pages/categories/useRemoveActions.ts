import { useState } from 'react';
import { findChildren, findPlace, removeNode } from './categoryNodes.ts';
import type { EditContext } from './useTreeEdits.ts';

export const useRemoveActions = ({ stagedTree, tree, active, focusTree }: EditContext) => {
  const [removedId, setRemovedId] = useState<number | null>(null);
  const { tree: nodes } = stagedTree;
  return {
    removing: removedId,
    askToRemove: () => setRemovedId(active),
    cancelRemove: () => setRemovedId(null),
    remove: () => {
      setRemovedId(null);
      if (removedId === null) return;
      const removedPlace = findPlace(nodes, removedId);
      const siblings = removedPlace ? findChildren(nodes, removedPlace.parent) : nodes;
      const next =
        removedPlace &&
        (siblings[removedPlace.index + 1]?.id ?? siblings[removedPlace.index - 1]?.id ?? removedPlace.parent);
      stagedTree.edit(removeNode(nodes, removedId));
      if (next != null) tree.setActive(next);
      requestAnimationFrame(focusTree);
    },
  };
};
