import { useState } from 'react';
import { childrenIn, placeIn, without } from './drafts.ts';
import type { Ground } from './useTreeEdits.ts';

/** Deleting categories, after a question. */
export const useRemoving = ({ staged, tree, active, focusTree }: Ground) => {
  const [removing, setRemoving] = useState<number | null>(null);
  const { tree: drafts } = staged;
  return {
    removing,
    askToRemove: () => setRemoving(active),
    keep: () => setRemoving(null),
    remove: () => {
      setRemoving(null);
      if (removing === null) return;
      const place = placeIn(drafts, removing);
      const siblings = place ? childrenIn(drafts, place.parent) : drafts;
      const next = place && (siblings[place.at + 1]?.id ?? siblings[place.at - 1]?.id ?? place.parent);
      staged.edit(without(drafts, removing));
      if (next != null) tree.setActive(next);
      requestAnimationFrame(focusTree);
    },
  };
};
