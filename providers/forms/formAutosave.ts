import { useSyncExternalStore } from 'react';
import { createListeners } from '../realtime/listeners.ts';
import { useService } from '../ServicesContext.ts';
import { type Entry, type EntryKey, openAutosaveStore } from './autosaveStore.ts';
import { createFormLocks } from './formLocks.ts';

/** Identifies a form; `record` is null for a new record. */
export interface FormPlace {
  resource: string;
  record: number | null;
}

/** Unsaved input. */
export interface KeptForm {
  /** The version that the form was opened with, for merging later; null for a new record. */
  version: number | null;
  /** Writable values as they were when the form opened. */
  base: Record<string, unknown>;
  /** The changed values. An empty object deletes the entry. */
  typed: Record<string, unknown>;
}

/** An entry that a closed form left behind; `at` is the time of the last keystroke in ms. */
export type LeftForm = Entry;

/**
 * Autosave of one open form. Each form has its own entry, so that two tabs with the same record never overwrite each
 * other.
 */
export interface FormKeeper {
  /** Saves within a second (debounced). */
  keep: (form: KeptForm) => void;
  /** Deletes the entry, after a save or a discard. */
  forget: () => Promise<void>;
  /** Flushes and keeps the entry: the form was unmounted with unsaved input. */
  close: () => void;
}

/** Autosave of forms in IndexedDB, which survives the tab, the session, network loss and the version wipe (§4). */
export interface FormAutosave {
  keeper: (place: FormPlace) => FormKeeper;
  /**
   * Reports the entries that closed forms of a record left behind, newest first, and again when a tab with such a form
   * dies. Entries of forms that are still open elsewhere are skipped, since they are being edited. Returns the
   * unsubscribe function.
   */
  onLeft: (place: FormPlace, listener: (left: LeftForm[]) => void) => () => void;
  /** Deletes an entry that the user has restored or discarded. */
  drop: (place: FormPlace, left: LeftForm) => Promise<void>;
  /** Whether the last write failed, because there is no IndexedDB or no space. */
  isFailing: () => boolean;
  onChange: (listener: () => void) => () => void;
}

interface FormAutosaveOptions {
  /** The user's id. Entries of other users of this browser are never read. */
  owner: string;
  /** Fires the events of an unloading page, i.e. `window`. */
  page: EventTarget;
  /** `navigator.locks`; undefined on plain http. */
  locks?: Pick<LockManager, 'request' | 'query'> | undefined;
}

/** Debounce of writes, in ms. */
const WRITE_AFTER = 300;
/** Thirty days, in ms. */
const KEPT_FOR = 30 * 86_400_000;

export const createFormAutosave = ({ owner, page, locks }: FormAutosaveOptions): FormAutosave => {
  const store = openAutosaveStore();
  const locksHeld = createFormLocks(locks);
  const listeners = createListeners();
  const hurry = createListeners();
  let isFailing = false;

  const settled = (hasFailed: boolean): void => {
    if (isFailing === hasFailed) return;
    isFailing = hasFailed;
    listeners.notify();
  };
  const told = (work: Promise<void>): Promise<void> =>
    work.then(
      () => settled(false),
      () => settled(true),
    );
  const keyOf = ({ resource, record }: FormPlace, form: string): EntryKey => [owner, resource, record ?? 'new', form];

  // `beforeunload` leaves time to write while its dialog is open. The other events cover mobile browsers, which may
  // fire no `beforeunload`.
  for (const event of ['beforeunload', 'pagehide', 'visibilitychange', 'freeze'])
    page.addEventListener(event, hurry.notify as () => void);
  void store.prune(Date.now() - KEPT_FOR).catch(() => undefined);

  return {
    keeper: place => {
      const id = newId();
      const key = keyOf(place, id);
      return createKeeper({
        put: form => told(store.put(key, { ...form, id, at: Date.now() })),
        remove: () => told(store.remove(key)),
        hold: () => locksHeld.hold(id),
        onHurry: hurry.add,
      });
    },
    onLeft: (place, listener) => {
      const end = new AbortController();
      const look = async (): Promise<void> => {
        const all = await store.of(keyOf(place, '')).catch(() => []);
        const living = await locksHeld.heldAmong(all.map(({ id }) => id));
        if (end.signal.aborted) return;
        listener(all.filter(({ id }) => !living.has(id)).toSorted((one, other) => other.at - one.at));
        for (const id of living) void locksHeld.whenReleased(id, end.signal).then(look, () => undefined);
      };
      void look();
      return () => end.abort();
    },
    drop: (place, { id }) => told(store.remove(keyOf(place, id))),
    isFailing: () => isFailing,
    onChange: listeners.add,
  };
};

interface KeeperOptions {
  put: (form: KeptForm) => Promise<void>;
  remove: () => Promise<void>;
  hold: () => () => void;
  /** Fires when the page may be about to unload. */
  onHurry: (write: () => void) => () => void;
}

const createKeeper = ({ put, remove, hold, onHurry }: KeeperOptions): FormKeeper => {
  let waiting: KeptForm | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Set while the form has unsaved input. */
  let release: (() => void) | null = null;

  const take = (): KeptForm | null => {
    const form = waiting;
    clearTimeout(timer);
    timer = undefined;
    waiting = null;
    return form;
  };
  const write = (): void => {
    const form = take();
    if (form) void put(form);
  };
  const begin = (): (() => void) => {
    const ends = [hold(), onHurry(write)];
    return () => {
      for (const end of ends) end();
    };
  };
  /** Clears `release` before the deletion completes: the form may be edited again meanwhile and needs a new lock. */
  const finish = (): (() => void) | null => {
    const end = release;
    release = null;
    return end;
  };
  const forget = async (): Promise<void> => {
    take();
    const end = finish();
    if (!end) return;
    await remove();
    end();
  };
  return {
    keep: form => {
      if (Object.keys(form.typed).length === 0) return void forget();
      release ??= begin();
      waiting = form;
      timer ??= setTimeout(write, WRITE_AFTER);
    },
    forget,
    close: () => {
      write();
      finish()?.();
    },
  };
};

/** `crypto.randomUUID` does not exist on plain http. */
const newId = (): string => Array.from(crypto.getRandomValues(new Uint32Array(4)), part => part.toString(16)).join('-');

export const useFormAutosave = (): FormAutosave => useService('formAutosave');

/** Whether autosave is failing, so that the form can warn; re-renders on change. */
export const useIsAutosaveFailing = (): boolean => {
  const { onChange, isFailing } = useFormAutosave();
  return useSyncExternalStore(onChange, isFailing);
};
