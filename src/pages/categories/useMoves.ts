import { useState } from 'react';
import { useT } from '#providers/i18nProvider.ts';
import type { Drop } from '#resources/schema/tree/useTreeDrag.ts';
import { childrenIn, type Drafts, type Place, placeIn, type Refusal, refusalOf, withMoved } from './drafts.ts';
import type { Ground } from './useTreeEdits.ts';

/** Where a paste goes: into the active category, behind it, or to the end of the top level. */
type Paste = 'inside' | 'after' | 'top';

/** Moving categories: by a step, by cut and paste, by dropping. */
export const useMoves = ({ staged, tree, active, here, beside, nameOf, open, tell, refuse }: Ground) => {
  const t = useT();
  const [cut, setCut] = useState<number | null>(null);
  const { tree: drafts } = staged;
  const isThere = cut !== null && tree.index.nodes.has(cut);
  const go = (id: number, place: Place) => {
    if (refuse(refusalOf(drafts, id, place.parent))) return;
    staged.edit(withMoved(drafts, id, place));
    open(place.parent);
    tree.setActive(id);
    const words = { name: nameOf(id), place: place.at + 1 };
    if (place.parent === null) tell(t('categoryEditor.movedTop', words));
    else tell(t('categoryEditor.movedInto', { ...words, parent: nameOf(place.parent) }));
  };
  const refusal = (dragged: number, drop: Drop): Refusal | null =>
    refusalOf(drafts, dragged, placeOf(drafts, dragged, drop).parent);
  return {
    cut: isThere ? cut : null,
    cutActive: () => setCut(active),
    dropCut: () => setCut(null),
    paste: (where: Paste) => {
      const place = cut === null || !isThere ? null : pastePlace(drafts, cut, { where, active });
      if (cut === null || !place) return;
      if (refusalOf(drafts, cut, place.parent) === null) setCut(null);
      go(cut, place);
    },
    moveBy: (step: -1 | 1) => {
      if (active === null || !here) return;
      const at = here.at + step;
      if (at >= 0 && at < beside.length) go(active, { ...here, at });
    },
    indent: () => {
      const previous = here && beside[here.at - 1];
      if (active !== null && previous) go(active, { parent: previous.id, at: previous.children.length });
    },
    outdent: () => {
      const up = here?.parent == null ? undefined : placeIn(drafts, here.parent);
      if (active !== null && up) go(active, { ...up, at: up.at + 1 });
    },
    refusal,
    isRefused: (dragged: number, drop: Drop) => refusal(dragged, drop) !== null,
    drop: (dragged: number, drop: Drop) => go(dragged, placeOf(drafts, dragged, drop)),
    can: {
      up: here !== undefined && here.at > 0,
      down: here !== undefined && here.at < beside.length - 1,
      indent: here !== undefined && here.at > 0,
      outdent: here?.parent != null,
    },
  };
};

const pastePlace = (
  drafts: Drafts,
  cut: number,
  { where, active }: { where: Paste; active: number | null },
): Place | null => {
  if (where === 'top') return withoutItself(drafts, cut, { parent: null, at: drafts.length });
  return active === null ? null : placeOf(drafts, cut, { id: active, where: where === 'inside' ? 'last' : 'after' });
};

/** The place that a drop means for what is dropped. */
const placeOf = (drafts: Drafts, dragged: number, { id, where }: Drop): Place => {
  const to = placeIn(drafts, id) ?? { parent: null, at: drafts.length };
  if (where === 'first') return { parent: id, at: 0 };
  if (where === 'last') return withoutItself(drafts, dragged, { parent: id, at: childrenIn(drafts, id).length });
  return withoutItself(drafts, dragged, { ...to, at: where === 'before' ? to.at : to.at + 1 });
};

/** What is moved is not counted among the siblings that it comes behind. */
const withoutItself = (drafts: Drafts, moved: number, place: Place): Place => {
  const was = placeIn(drafts, moved);
  return was?.parent === place.parent && was.at < place.at ? { ...place, at: place.at - 1 } : place;
};
