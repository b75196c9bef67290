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
  replacePresent: (next: CategoryNodes) => void;
  undo: () => void;
  redo: () => void;
  newId: () => number;
  start: (savedTree: SavedPlatformTree) => void;
  merge: (savedTree: SavedPlatformTree) => void;
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
export const useStagedTree = (liveTree: SavedPlatformTree): StagedTree => {
  const [state, setState] = useState(() => createState(liveTree));
  const { base, version, history, merged } = state;
  const lastId = useRef(0);
  const changes = useMemo(() => diffTrees(base, history.present), [base, history.present]);
  const isChanged = !isEmpty(changes);
  const isUntouched = history.past.length + history.future.length === 0;
  const hasMoved =
    liveTree.version === version ? isUntouched && liveTree.categories !== base : liveTree.version > version;
  if (!isChanged && hasMoved) setState({ ...createState(liveTree), merged });
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
    replacePresent: next => set(replaceStep(history, next)),
    undo: () => set(undoStep(history)),
    redo: () => set(redoStep(history)),
    newId: () => (lastId.current -= 1),
    start: savedTree => setState(createState(savedTree)),
    merge: savedTree => {
      const { tree, conflicts } = rebase(savedTree.categories, changes);
      const theirChanges = diffTrees(base, savedTree.categories);
      setState({
        ...createState(savedTree),
        history: pushStep(createHistory<CategoryNodes>(savedTree.categories), tree),
        merged: { theirs: theirChanges, conflicts, sides: { base, theirs: savedTree.categories, mine: tree } },
      });
    },
    restore: storedChanges => {
      const { tree, conflicts } = rebase(
        history.present,
        renumberNewNodes(storedChanges, () => (lastId.current -= 1)),
      );
      const noChanges = { placed: [], renamed: [], removed: [] };
      const sides = { base: history.present, theirs: history.present, mine: tree };
      setState({
        ...state,
        history: pushStep(history, tree),
        merged: conflicts.length > 0 ? { theirs: noChanges, conflicts, sides } : merged,
      });
    },
    merged,
    acknowledge: () => setState(before => ({ ...before, merged: null })),
  };
};

/** Renumbers new categories, so that restored edits do not collide with current edits. */
const renumberNewNodes = ({ placed, ...rest }: TreeChanges, newId: () => number): TreeChanges => {
  const ids = new Map(placed.filter(({ isNew }) => isNew).map(({ id }) => [id, newId()]));
  const mapId = <I extends number | null>(id: I): I => ((id === null ? undefined : ids.get(id)) ?? id) as I;
  return {
    ...rest,
    placed: placed.map(placedNode => ({
      ...placedNode,
      id: mapId(placedNode.id),
      parent: mapId(placedNode.parent),
      after: mapId(placedNode.after),
    })),
  };
};
