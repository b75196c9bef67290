import { useMemo, useRef, useState } from 'react';
import type { PlatformTree } from '#providers/cache/categories.ts';
import type { CategoryNodes } from './categoryNodes.ts';
import { createHistory, type EditHistory, pushStep, redoStep, replaceStep, undoStep } from './history.ts';
import { type RebaseConflict, rebase } from './rebase.ts';
import { diffTrees, isEmpty, type TreeChanges } from './treeChanges.ts';

type SavedPlatformTree = Pick<PlatformTree, 'version' | 'categories'>;

export interface MergeResult {
  theirs: TreeChanges;
  conflicts: readonly RebaseConflict[];
  sides: Readonly<Record<ConflictSide, CategoryNodes>>;
}

export type ConflictSide = 'base' | 'theirs' | 'mine';

export interface StagedTree {
  /** The tree that the edits are based on; changes only on save or merge. */
  base: CategoryNodes;
  version: number;
  tree: CategoryNodes;
  changes: TreeChanges;
  isChanged: boolean;
  canUndo: boolean;
  canRedo: boolean;
  edit: (next: CategoryNodes) => void;
  /** Replaces the last edit, so that creating and naming a category is one undo step. */
  amend: (next: CategoryNodes) => void;
  undo: () => void;
  redo: () => void;
  newId: () => number;
  start: (saved: SavedPlatformTree) => void;
  merge: (saved: SavedPlatformTree) => void;
  restore: (changes: TreeChanges) => void;
  merged: MergeResult | null;
  acknowledge: () => void;
}

interface StagedState {
  base: CategoryNodes;
  version: number;
  history: EditHistory<CategoryNodes>;
  merged: MergeResult | null;
}

const createState = ({ categories, version }: SavedPlatformTree): StagedState => ({
  base: categories,
  version,
  history: createHistory<CategoryNodes>(categories),
  merged: null,
});

/** A tree without edits follows the server, so that an idle editor is never outdated. */
export const useStagedTree = (live: SavedPlatformTree): StagedTree => {
  const [state, setState] = useState(() => createState(live));
  const { base, version, history, merged } = state;
  const lastId = useRef(0);
  const changes = useMemo(() => diffTrees(base, history.present), [base, history.present]);
  const isChanged = !isEmpty(changes);
  const isUntouched = history.past.length + history.future.length === 0;
  const hasMoved = live.version === version ? isUntouched && live.categories !== base : live.version > version;
  if (!isChanged && hasMoved) setState({ ...createState(live), merged });
  const set = (next: EditHistory<CategoryNodes>) => setState(before => ({ ...before, history: next }));
  return {
    base,
    version,
    tree: history.present,
    changes,
    isChanged,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    edit: next => set(pushStep(history, next)),
    amend: next => set(replaceStep(history, next)),
    undo: () => set(undoStep(history)),
    redo: () => set(redoStep(history)),
    newId: () => (lastId.current -= 1),
    start: saved => setState(createState(saved)),
    merge: saved => {
      const { tree, conflicts } = rebase(saved.categories, changes);
      const theirs = diffTrees(base, saved.categories);
      setState({
        ...createState(saved),
        history: pushStep(createHistory<CategoryNodes>(saved.categories), tree),
        merged: { theirs, conflicts, sides: { base, theirs: saved.categories, mine: tree } },
      });
    },
    restore: left => {
      const { tree, conflicts } = rebase(
        history.present,
        renumberNewNodes(left, () => (lastId.current -= 1)),
      );
      const none = { placed: [], renamed: [], removed: [] };
      const sides = { base: history.present, theirs: history.present, mine: tree };
      setState({
        ...state,
        history: pushStep(history, tree),
        merged: conflicts.length > 0 ? { theirs: none, conflicts, sides } : merged,
      });
    },
    merged,
    acknowledge: () => setState(before => ({ ...before, merged: null })),
  };
};

/** Renumbers new categories, so that restored edits do not collide with current ones. */
const renumberNewNodes = ({ placed, ...rest }: TreeChanges, newId: () => number): TreeChanges => {
  const ids = new Map(placed.filter(({ isNew }) => isNew).map(({ id }) => [id, newId()]));
  const idOf = <I extends number | null>(id: I): I => ((id === null ? undefined : ids.get(id)) ?? id) as I;
  return {
    ...rest,
    placed: placed.map(one => ({ ...one, id: idOf(one.id), parent: idOf(one.parent), after: idOf(one.after) })),
  };
};
