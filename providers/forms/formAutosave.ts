import { useSyncExternalStore } from 'react';
import { createListeners } from '../realtime/listeners.ts';
import { useService } from '../ServicesContext.ts';
import { type AutosaveEntry, type AutosaveKey, openAutosaveStore } from './autosaveStore.ts';
import { createFormLocks } from './formLocks.ts';

export interface FormRef {
  resource: string;
  record: number | null;
}

export interface FormContents {
  /** The version that the form was opened with, because a later merge needs it; null for a new record. */
  version: number | null;
  base: Record<string, unknown>;
  typed: Record<string, unknown>;
}

/** An entry left behind by a closed form. `at` is the time of the last keystroke, in ms. */
export type UnsavedDraft = AutosaveEntry;

/**
 * Autosave of one open form. Each form has its own entry, so that two tabs with the same record never overwrite each
 * other.
 */
export interface FormAutosaver {
  save: (form: FormContents) => void;
  discard: () => Promise<void>;
  /** Keeps the entry, because the form was unmounted with unsaved input. */
  close: () => void;
}

/** Autosave of forms in IndexedDB, which survives the tab, the session, network loss and the version wipe (§4). */
export interface FormAutosave {
  createAutosaver: (form: FormRef) => FormAutosaver;
  /**
   * Reports the entries that a record's closed forms have left behind, newest first, and reports them again when a tab
   * with such a form dies. Entries of forms that are still open elsewhere are left out, since somebody is editing them.
   * Returns the unsubscribe function.
   */
  onUnsavedDrafts: (form: FormRef, listener: (drafts: UnsavedDraft[]) => void) => () => void;
  remove: (form: FormRef, draft: UnsavedDraft) => Promise<void>;
  /** Whether the last write failed, because there is no IndexedDB or no space. */
  isFailing: () => boolean;
  onChange: (listener: () => void) => () => void;
}

interface FormAutosaveOptions {
  /** The user's id, because the entries of other users of this browser must never be read. */
  owner: string;
  page: EventTarget;
  /** Undefined on plain http, where browsers do not offer locks. */
  locks?: Pick<LockManager, 'request' | 'query'> | undefined;
}

const WRITE_DELAY_MS = 300;
/** Thirty days, in ms. Nobody restores older input, so it need not occupy the disk. */
const RETENTION_MS = 30 * 86_400_000;

export const createFormAutosave = ({ owner, page, locks }: FormAutosaveOptions): FormAutosave => {
  const store = openAutosaveStore();
  const locksHeld = createFormLocks(locks);
  const listeners = createListeners();
  const unloadListeners = createListeners();
  let isFailing = false;

  const handleSettled = (hasFailed: boolean): void => {
    if (isFailing === hasFailed) return;
    isFailing = hasFailed;
    listeners.notify();
  };
  const track = (operation: Promise<void>): Promise<void> =>
    operation.then(
      () => handleSettled(false),
      () => handleSettled(true),
    );
  const buildAutosaveKey = ({ resource, record }: FormRef, form: string): AutosaveKey => [
    owner,
    resource,
    record ?? 'new',
    form,
  ];

  // With `beforeunload`, there is time to write while the browser's dialog is open. The other events are needed because
  // mobile browsers may not fire `beforeunload`.
  for (const event of ['beforeunload', 'pagehide', 'visibilitychange', 'freeze'])
    page.addEventListener(event, unloadListeners.notify as () => void);
  void store.prune(Date.now() - RETENTION_MS).catch(() => undefined);

  return {
    createAutosaver: form => {
      const id = createId();
      const key = buildAutosaveKey(form, id);
      return createFormAutosaver({
        put: form => track(store.put(key, { ...form, id, at: Date.now() })),
        remove: () => track(store.remove(key)),
        hold: () => locksHeld.hold(id),
        onUnload: unloadListeners.add,
      });
    },
    onUnsavedDrafts: (form, listener) => {
      const end = new AbortController();
      const report = async (): Promise<void> => {
        const all = await store.listForRecord(buildAutosaveKey(form, '')).catch(() => []);
        const openForms = await locksHeld.findHeld(all.map(({ id }) => id));
        if (end.signal.aborted) return;
        listener(all.filter(({ id }) => !openForms.has(id)).toSorted((entry, other) => other.at - entry.at));
        for (const id of openForms) void locksHeld.whenReleased(id, end.signal).then(report, () => undefined);
      };
      void report();
      return () => end.abort();
    },
    remove: (form, { id }) => track(store.remove(buildAutosaveKey(form, id))),
    isFailing: () => isFailing,
    onChange: listeners.add,
  };
};

interface AutosaverOptions {
  put: (form: FormContents) => Promise<void>;
  remove: () => Promise<void>;
  hold: () => () => void;
  onUnload: (write: () => void) => () => void;
}

const createFormAutosaver = ({ put, remove, hold, onUnload }: AutosaverOptions): FormAutosaver => {
  let pendingContents: FormContents | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let release: (() => void) | null = null;

  const take = (): FormContents | null => {
    const form = pendingContents;
    clearTimeout(timer);
    timer = undefined;
    pendingContents = null;
    return form;
  };
  const write = (): void => {
    const form = take();
    if (form) void put(form);
  };
  const begin = (): (() => void) => {
    const cleanups = [hold(), onUnload(write)];
    return () => {
      for (const end of cleanups) end();
    };
  };
  /**
   * Clears `release` before the deletion completes, because the user may edit the form again in the meantime, and the
   * form then needs a new lock.
   */
  const finish = (): (() => void) | null => {
    const end = release;
    release = null;
    return end;
  };
  const discard = async (): Promise<void> => {
    take();
    const end = finish();
    if (!end) return;
    await remove();
    end();
  };
  return {
    save: form => {
      if (Object.keys(form.typed).length === 0) return void discard();
      release ??= begin();
      pendingContents = form;
      timer ??= setTimeout(write, WRITE_DELAY_MS);
    },
    discard,
    close: () => {
      write();
      finish()?.();
    },
  };
};

/** `crypto.randomUUID` does not exist on plain http. */
const createId = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), part => part.toString(16)).join('-');

export const useFormAutosave = (): FormAutosave => useService('formAutosave');

export const useIsAutosaveFailing = (): boolean => {
  const { onChange, isFailing } = useFormAutosave();
  return useSyncExternalStore(onChange, isFailing);
};
