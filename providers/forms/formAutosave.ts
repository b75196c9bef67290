import { useSyncExternalStore } from 'react';
import { createListeners } from '../realtime/listeners.ts';
import { useService } from '../ServicesContext.ts';
import { type Entry, type EntryKey, openAutosaveStore } from './autosaveStore.ts';
import { createFormLocks } from './formLocks.ts';

/** The form of a record, or of a new one where `record` is null. */
export interface FormPlace {
  resource: string;
  record: number | null;
}

/** What was typed into a form and has not been saved. */
export interface KeptForm {
  /** The version that the form was opened with; null for a new record. */
  version: number | null;
  /** The values that a client may write, as the form opened them. */
  base: Record<string, unknown>;
  /** Those of them that were changed; without any the form is forgotten. */
  typed: Record<string, unknown>;
}

/** What a closed form has left behind; `at`: when it was last typed into, in ms. */
export type LeftForm = Entry;

/** The entry of one open form. Each form has its own, so that two tabs with one record never overwrite each other. */
export interface FormKeeper {
  /** Saves the contents of the form within a second. */
  keep: (form: KeptForm) => void;
  /** Removes the entry: the form was saved or discarded. */
  forget: () => Promise<void>;
  /** The form left the screen; its entry stays. */
  close: () => void;
}

/** Unsaved work in this browser: it survives its tab, its session, the network and the version wipe (§4). */
export interface FormAutosave {
  keeper: (place: FormPlace) => FormKeeper;
  /**
   * Reports what closed forms of a record have left, the newest first: now, and again when a tab with such a form
   * dies. Forms that are still open elsewhere are left out, since their owner is typing. Returns the unsubscribe.
   */
  onLeft: (place: FormPlace, listener: (left: LeftForm[]) => void) => () => void;
  /** Removes what a form left, once the person has restored or refused it. */
  drop: (place: FormPlace, left: LeftForm) => Promise<void>;
  /** Whether the last write failed: no IndexedDB, or no space. */
  isFailing: () => boolean;
  onChange: (listener: () => void) => () => void;
}

interface FormAutosaveOptions {
  /** Whose work it is; entries of others are never read. */
  owner: string;
  /** Fires the events of a page that may be going away: `window`. */
  page: EventTarget;
  /** `navigator.locks`. */
  locks?: Pick<LockManager, 'request' | 'query'> | undefined;
}

/** Milliseconds from a keystroke to the disk. */
const WRITE_AFTER = 300;
/** How long entries are kept, in ms: thirty days. */
const KEPT_FOR = 30 * 86_400_000;

/** The unsaved work of one person. */
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

  // `beforeunload` leaves time to write while its question is open; the other events come where there is no question.
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
  /** Calls back when the page may be going away. */
  onHurry: (write: () => void) => () => void;
}

const createKeeper = ({ put, remove, hold, onHurry }: KeeperOptions): FormKeeper => {
  let waiting: KeptForm | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Set while the form has something to lose. */
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
  /** Takes the release out first: the form may begin anew while the removal is under way. */
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

/** A random id; `crypto.randomUUID` does not exist on plain http. */
const newId = (): string => Array.from(crypto.getRandomValues(new Uint32Array(4)), part => part.toString(16)).join('-');

/** The unsaved work of the person who is signed in. */
export const useFormAutosave = (): FormAutosave => useService('formAutosave');

/** Whether this browser cannot keep what is typed; re-renders on change. */
export const useIsAutosaveFailing = (): boolean => {
  const { onChange, isFailing } = useFormAutosave();
  return useSyncExternalStore(onChange, isFailing);
};
