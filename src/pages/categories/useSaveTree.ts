import { useEffect, useRef, useState } from 'react';
import { useEvent, useNotify } from 'react-admin';
import type { CategoryTree } from '#contract/categories.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { PlatformTree } from '#providers/cache/categories.ts';
import { findApiError } from '#providers/http/httpError.ts';
import { useApi } from '#providers/http/useApi.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';
import type { TreeState } from '#ui/tree/useTree.ts';
import { type CategoryNode, matchSavedIds, toSaveBody } from './categoryNodes.ts';
import type { StagedTree } from './useStagedTree.ts';

interface SaveTreeOptions {
  staged: StagedTree;
  tree: TreeState<CategoryNode>;
  live: PlatformTree;
}

export interface SaveState {
  isSaving: boolean;
  save: () => void;
}

/** Saves a tree as a whole. After a 409, the edits are rebased onto the other user's tree, so that neither is lost. */
export const useSaveTree = ({ staged, tree, live: { platform } }: SaveTreeOptions): SaveState => {
  const t = useT();
  const api = useApi();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const [isSaving, setSaving] = useState(false);
  const isBusy = useRef(false);

  const settle = (saved: CategoryTree, ids: ReadonlyMap<number, number>) => {
    staged.start(saved);
    tree.setOpen(
      [...ids].flatMap(([old, id]) => (tree.isOpen(old) ? [id] : [])),
      true,
    );
    const active = tree.active === null ? undefined : ids.get(tree.active);
    if (active !== undefined) tree.setActive(active);
    notify(t('categoryEditor.saved'), { type: 'success' });
  };
  const send = async () => {
    const sent = staged.tree;
    try {
      const body = { categories: toSaveBody(sent), version: staged.version };
      const saved = await api(endpoints.categories.save, { params: { platform }, body });
      settle(saved, matchSavedIds(sent, saved.categories) ?? new Map());
    } catch (error) {
      const failure = findApiError(error);
      if (failure?.kind !== 'conflict' || !failure.result) {
        if (!notifyError(error)) throw error;
        return;
      }
      const theirs = failure.result as CategoryTree;
      // The stored tree equals the sent one, so an earlier attempt succeeded and only its response was lost.
      const ids = matchSavedIds(sent, theirs.categories);
      if (ids) settle(theirs, ids);
      else staged.merge(theirs);
    }
  };
  const save = useEvent(async () => {
    if (isBusy.current || !staged.isChanged) return;
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
  const press = useEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || document.querySelector('[role=dialog]')) return;
    const isTyping = event.target instanceof HTMLInputElement;
    const key = event.code === 'KeyZ' && event.shiftKey ? 'KeyY' : event.code;
    const act = { KeyS: keys.save, ...(!isTyping && { KeyZ: keys.undo, KeyY: keys.redo }) }[key];
    if (!act) return;
    event.preventDefault();
    // Blur commits the name being typed, so that the save includes it.
    if (isTyping) (event.target as HTMLInputElement).blur();
    if (isTyping) setTimeout(saveNow);
    else act();
  });
  useEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [press]);
};
