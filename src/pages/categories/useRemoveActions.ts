import { useState } from 'react';
import { findChildren, findPlace, removeNode } from './categoryNodes.ts';
import type { EditContext } from './useTreeEdits.ts';

export const useRemoveActions = ({ staged, tree, active, focusTree }: EditContext) => {
  const [removing, setRemoving] = useState<number | null>(null);
  const { tree: nodes } = staged;
  return {
    removing,
    askToRemove: () => setRemoving(active),
    cancelRemove: () => setRemoving(null),
    remove: () => {
      setRemoving(null);
      if (removing === null) return;
      const place = findPlace(nodes, removing);
      const siblings = place ? findChildren(nodes, place.parent) : nodes;
      const next = place && (siblings[place.at + 1]?.id ?? siblings[place.at - 1]?.id ?? place.parent);
      staged.edit(removeNode(nodes, removing));
      if (next != null) tree.setActive(next);
      requestAnimationFrame(focusTree);
    },
  };
};
