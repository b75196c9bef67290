import { useEffect, useRef, useState } from 'react';
import { useEvent, useNotify } from 'react-admin';
import type { CategoryTree } from '#contract/categories.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { PlatformTree } from '#providers/cache/categories.ts';
import { findApiError } from '#providers/http/httpError.ts';
import { useApi } from '#providers/http/useApi.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';
import { useService } from '#providers/ServicesContext.ts';
import type { TreeState } from '#ui/tree/useTree.ts';
import { type CategoryNode, matchSavedIds, toSaveBody } from './categoryNodes.ts';
import type { StagedTree } from './useStagedTree.ts';

interface SaveTreeOptions {
  stagedTree: StagedTree;
  tree: TreeState<CategoryNode>;
  liveTree: PlatformTree;
}

export interface SaveState {
  isSaving: boolean;
  save: () => void;
}

/**
 * Saves a tree as a whole. After a 409, the edits are rebased onto the other user's tree, so that neither user's work
 * is lost.
 */
export const useSaveTree = ({ stagedTree, tree, liveTree: { platform } }: SaveTreeOptions): SaveState => {
  const t = useT();
  const api = useApi();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const written = useService('written');
  const [isSaving, setSaving] = useState(false);
  const isBusy = useRef(false);

  const applySaved = (savedTree: CategoryTree, ids: ReadonlyMap<number, number>) => {
    stagedTree.start(savedTree);
    tree.setOpen(
      [...ids].flatMap(([oldId, id]) => (tree.isOpen(oldId) ? [id] : [])),
      true,
    );
    const active = tree.active === null ? undefined : ids.get(tree.active);
    if (active !== undefined) tree.setActive(active);
    notify(t('categoryEditor.saved'), { type: 'success', batchId: written.take(savedTree) });
  };
  const send = async () => {
    const sentNodes = stagedTree.tree;
    try {
      const body = { categories: toSaveBody(sentNodes), version: stagedTree.version };
      const savedTree = await api(endpoints.categories.save, { params: { platform }, body });
      applySaved(savedTree, matchSavedIds(sentNodes, savedTree.categories) ?? new Map());
    } catch (error) {
      const failure = findApiError(error);
      if (failure?.kind !== 'conflict' || !failure.result) {
        if (!notifyError(error)) throw error;
        return;
      }
      const theirTree = failure.result as CategoryTree;
      // The stored tree equals the tree that was sent, so an earlier attempt has succeeded and only its response was
      // lost.
      const ids = matchSavedIds(sentNodes, theirTree.categories);
      if (ids) applySaved(theirTree, ids);
      else stagedTree.merge(theirTree);
    }
  };
  const save = useEvent(async () => {
    if (isBusy.current || !stagedTree.isChanged) return;
    isBusy.current = true;
    setSaving(true);
    try {
      await send();
    } finally {
      isBusy.current = false;
      setSaving(false);
    }
  });
  return { isSaving, save: () => void save() };
};

interface TreeShortcuts {
  save: () => void;
  undo: () => void;
  redo: () => void;
}

/** Ctrl+S, Ctrl+Z, Ctrl+Y and Ctrl+Shift+Z anywhere on the page. Inputs and dialogs keep their native undo. */
export const usePageKeys = (keys: TreeShortcuts): void => {
  const saveNow = useEvent(() => keys.save());
  const handleKeyDown = useEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || document.querySelector('[role=dialog]')) return;
    const isTyping = event.target instanceof HTMLInputElement;
    const key = event.code === 'KeyZ' && event.shiftKey ? 'KeyY' : event.code;
    const action = { KeyS: keys.save, ...(!isTyping && { KeyZ: keys.undo, KeyY: keys.redo }) }[key];
    if (!action) return;
    event.preventDefault();
    // Blur commits the name being typed, so that the save includes it.
    if (isTyping) (event.target as HTMLInputElement).blur();
    if (isTyping) setTimeout(saveNow);
    else action();
  });
  useEffect(() => {
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, [handleKeyDown]);
};
