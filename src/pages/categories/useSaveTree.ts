import { useEffect, useRef, useState } from 'react';
import { useEvent, useNotify } from 'react-admin';
import type { CategoryTree } from '#contract/categories.ts';
import { endpoints } from '#contract/endpoints.ts';
import { useApi } from '#providers/ApiContext.tsx';
import type { PlatformTree } from '#providers/categories.ts';
import { failureOf } from '#providers/httpError.ts';
import { useT } from '#providers/i18nProvider.ts';
import { useTellFailure } from '#providers/NoticeGate.tsx';
import type { TreeState } from '#resources/schema/tree/useTree.ts';
import { type Draft, savedIds, toSend } from './drafts.ts';
import type { Staged } from './useStaged.ts';

interface Options {
  staged: Staged;
  tree: TreeState<Draft>;
  live: PlatformTree;
}

export interface Saving {
  isSaving: boolean;
  save: () => void;
}

/** Saves a tree as a whole. A 409 carries the edits over to what somebody else has saved; nothing of either is lost. */
export const useSaveTree = ({ staged, tree, live: { platform } }: Options): Saving => {
  const t = useT();
  const api = useApi();
  const notify = useNotify();
  const tell = useTellFailure();
  const [isSaving, setSaving] = useState(false);
  const isBusy = useRef(false);

  /** Goes on from the saved tree; new categories have other ids in it. */
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
      const body = { categories: toSend(sent), version: staged.version };
      const saved = await api(endpoints.categories.save, { params: { platform }, body });
      settle(saved, savedIds(sent, saved.categories) ?? new Map());
    } catch (error) {
      const failure = failureOf(error);
      if (failure?.kind !== 'conflict' || !failure.result) {
        if (!tell(error)) throw error;
        return;
      }
      const theirs = failure.result as CategoryTree;
      // The answer to an earlier try was lost: what stands there is what was sent.
      const ids = savedIds(sent, theirs.categories);
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

interface Keys {
  save: () => void;
  undo: () => void;
  redo: () => void;
}

/** Ctrl+S, Ctrl+Z and Ctrl+Y or Ctrl+Shift+Z on the whole page; not in a field, nor under a dialog. */
export const usePageKeys = (keys: Keys): void => {
  const saveNow = useEvent(() => keys.save());
  const press = useEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || document.querySelector('[role=dialog]')) return;
    const isTyping = event.target instanceof HTMLInputElement;
    const key = event.code === 'KeyZ' && event.shiftKey ? 'KeyY' : event.code;
    const act = { KeyS: keys.save, ...(!isTyping && { KeyZ: keys.undo, KeyY: keys.redo }) }[key];
    if (!act) return;
    event.preventDefault();
    // The name that is being typed is taken first, and drawn.
    if (isTyping) (event.target as HTMLInputElement).blur();
    if (isTyping) setTimeout(saveNow);
    else act();
  });
  useEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [press]);
};
