import { useMemo, useRef, useState } from 'react';
import type { PlatformTree } from '#providers/cache/categories.ts';
import type { CategoryNodes } from './categoryNodes.ts';
import { areNone, type Changes, changesOf } from './changes.ts';
import { amended, begun, type History, redone, stepped, undone } from './history.ts';
import { type Clash, rebased } from './rebase.ts';

/** A tree as the server has it, at a version. */
type Saved = Pick<PlatformTree, 'version' | 'categories'>;

/** The result of merging edits with somebody else's save. */
export interface Merged {
  theirs: Changes;
  clashes: readonly Clash[];
  /** The trees before the edits, as others saved it, and with the edits. */
  sides: Readonly<Record<Side, CategoryNodes>>;
}

export type Side = 'base' | 'theirs' | 'mine';

/** A tree of categories with edits that are not saved. */
export interface Staged {
  /** The tree that the edits are based on; only a save or a merge changes it. */
  base: CategoryNodes;
  version: number;
  tree: CategoryNodes;
  changes: Changes;
  isChanged: boolean;
  canUndo: boolean;
  canRedo: boolean;
  edit: (next: CategoryNodes) => void;
  /** Replaces the last edit: creating a category and naming it count as one step of undo. */
  amend: (next: CategoryNodes) => void;
  undo: () => void;
  redo: () => void;
  /** The id of the next new category. */
  newId: () => number;
  /** Starts over from another state of the tree, without edits. */
  start: (saved: Saved) => void;
  /** Starts over from another state of the tree and applies the edits to it. */
  merge: (saved: Saved) => void;
  /** Applies the edits that an earlier visit left. */
  restore: (changes: Changes) => void;
  merged: Merged | null;
  /** Closes the report of a merge. */
  acknowledge: () => void;
}

interface State {
  base: CategoryNodes;
  version: number;
  history: History<CategoryNodes>;
  merged: Merged | null;
}

const startOf = ({ categories, version }: Saved): State => ({
  base: categories,
  version,
  history: begun<CategoryNodes>(categories),
  merged: null,
});

/** Edits of a tree. Without edits it follows the server's. */
export const useStaged = (live: Saved): Staged => {
  const [state, setState] = useState(() => startOf(live));
  const { base, version, history, merged } = state;
  const lastId = useRef(0);
  const changes = useMemo(() => changesOf(base, history.present), [base, history.present]);
  const isChanged = !areNone(changes);
  const isUntouched = history.past.length + history.future.length === 0;
  const hasMoved = live.version === version ? isUntouched && live.categories !== base : live.version > version;
  if (!isChanged && hasMoved) setState({ ...startOf(live), merged });
  const set = (next: History<CategoryNodes>) => setState(before => ({ ...before, history: next }));
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
        history: stepped(begun<CategoryNodes>(saved.categories), tree),
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

/** New ids for new categories, so that restored edits do not collide with present ones. */
const renumbered = ({ placed, ...rest }: Changes, newId: () => number): Changes => {
  const ids = new Map(placed.filter(({ isNew }) => isNew).map(({ id }) => [id, newId()]));
  const idOf = <I extends number | null>(id: I): I => ((id === null ? undefined : ids.get(id)) ?? id) as I;
  return {
    ...rest,
    placed: placed.map(one => ({ ...one, id: idOf(one.id), parent: idOf(one.parent), after: idOf(one.after) })),
  };
};
