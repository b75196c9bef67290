import { useMemo, useRef, useState } from 'react';
import type { PlatformTree } from '#providers/categories.ts';
import { areNone, type Changes, changesOf } from './changes.ts';
import type { Drafts } from './drafts.ts';
import { amended, begun, type History, redone, stepped, undone } from './history.ts';
import { type Clash, rebased } from './rebase.ts';

/** A tree as the server has it, at a version. */
type Saved = Pick<PlatformTree, 'version' | 'categories'>;

/** What became of edits that met somebody else's save. */
export interface Merged {
  theirs: Changes;
  clashes: readonly Clash[];
  /** The trees as they were before the edits, as others had them, and with the edits. */
  sides: Readonly<Record<Side, Drafts>>;
}

export type Side = 'base' | 'theirs' | 'mine';

/** A tree of categories with edits that are not saved. */
export interface Staged {
  /** What the edits started from; moves only by a save or a merge. */
  base: Drafts;
  version: number;
  tree: Drafts;
  changes: Changes;
  isChanged: boolean;
  canUndo: boolean;
  canRedo: boolean;
  edit: (next: Drafts) => void;
  /** Makes the last edit otherwise: a new category and its first name are one. */
  amend: (next: Drafts) => void;
  undo: () => void;
  redo: () => void;
  /** The id of the next new category. */
  newId: () => number;
  /** Starts from another state of the tree, without edits. */
  start: (saved: Saved) => void;
  /** Starts from another state of the tree, with the edits made in it. */
  merge: (saved: Saved) => void;
  /** Makes in the tree what another form had made in its own. */
  restore: (changes: Changes) => void;
  merged: Merged | null;
  /** The person has seen what was merged. */
  acknowledge: () => void;
}

interface State {
  base: Drafts;
  version: number;
  history: History<Drafts>;
  merged: Merged | null;
}

const startOf = ({ categories, version }: Saved): State => ({
  base: categories,
  version,
  history: begun<Drafts>(categories),
  merged: null,
});

/** Edits over a tree that follows the server's for as long as there are none. */
export const useStaged = (live: Saved): Staged => {
  const [state, setState] = useState(() => startOf(live));
  const { base, version, history, merged } = state;
  const lastId = useRef(0);
  const changes = useMemo(() => changesOf(base, history.present), [base, history.present]);
  const isChanged = !areNone(changes);
  const isUntouched = history.past.length + history.future.length === 0;
  const hasMoved = live.version === version ? isUntouched && live.categories !== base : live.version > version;
  if (!isChanged && hasMoved) setState({ ...startOf(live), merged });
  const set = (next: History<Drafts>) => setState(before => ({ ...before, history: next }));
  return {
    base,
    version,
    tree: history.present,
    changes,
    isChanged,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    edit: next => set(stepped(history, next)),
    amend: next => set(amended(history, next)),
    undo: () => set(undone(history)),
    redo: () => set(redone(history)),
    newId: () => (lastId.current -= 1),
    start: saved => setState(startOf(saved)),
    merge: saved => {
      const { tree, clashes } = rebased(saved.categories, changes);
      const theirs = changesOf(base, saved.categories);
      setState({
        ...startOf(saved),
        history: stepped(begun<Drafts>(saved.categories), tree),
        merged: { theirs, clashes, sides: { base, theirs: saved.categories, mine: tree } },
      });
    },
    restore: left => {
      const { tree, clashes } = rebased(
        history.present,
        renumbered(left, () => (lastId.current -= 1)),
      );
      const none = { placed: [], renamed: [], removed: [] };
      const sides = { base: history.present, theirs: history.present, mine: tree };
      setState({
        ...state,
        history: stepped(history, tree),
        merged: clashes.length > 0 ? { theirs: none, clashes, sides } : merged,
      });
    },
    merged,
    acknowledge: () => setState(before => ({ ...before, merged: null })),
  };
};

/** The same changes with other ids of what is new. */
const renumbered = ({ placed, ...rest }: Changes, newId: () => number): Changes => {
  const ids = new Map(placed.filter(({ isNew }) => isNew).map(({ id }) => [id, newId()]));
  const idOf = <I extends number | null>(id: I): I => ((id === null ? undefined : ids.get(id)) ?? id) as I;
  return {
    ...rest,
    placed: placed.map(one => ({ ...one, id: idOf(one.id), parent: idOf(one.parent), after: idOf(one.after) })),
  };
};
