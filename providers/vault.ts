import { createContext, useContext, useSyncExternalStore } from 'react';
import { createAliveForms } from './aliveForms.ts';
import { createListeners } from './listeners.ts';
import { type Entry, type EntryKey, openVaultStore } from './vaultStore.ts';

/** The form of a record, or of a new one where `record` is null. */
export interface FormPlace {
  resource: string;
  record: number | null;
}

/** What was typed into a form and is not saved. */
export interface KeptForm {
  /** The version that the form was opened with; null for a new record. */
  version: number | null;
  /** The values that a client may write, as the form opened them. */
  base: Record<string, unknown>;
  /** Those of them that were typed over; none: the form is forgotten. */
  typed: Record<string, unknown>;
}

/** What a form that is open no more has left; `at`: when it was last typed into, in ms. */
export type LeftForm = Entry;

/** One open form's own part of the vault, so that two tabs with one record never overwrite each other. */
export interface FormKeeper {
  /** Keeps what stands in the form, within a second. */
  keep: (form: KeptForm) => void;
  /** Forgets it: it was saved or given up. */
  forget: () => Promise<void>;
  /** The form is not on the screen any more; what it kept stays. */
  close: () => void;
}

/** Unsaved work in this browser: it survives its tab, its session, the network and the version wipe (§4). */
export interface Vault {
  keeper: (place: FormPlace) => FormKeeper;
  /**
   * Hears what forms of a place have left, the newest first: now, and again when a tab with such a form
   * dies. Forms that live are not among them. Returns the end of it.
   */
  onLeft: (place: FormPlace, listener: (left: LeftForm[]) => void) => () => void;
  /** The person has taken what a form left, or wants none of it. */
  drop: (place: FormPlace, left: LeftForm) => Promise<void>;
  /** Whether what was typed last could not be kept: no IndexedDB, or no space. */
  isFailing: () => boolean;
  onChange: (listener: () => void) => () => void;
}

interface VaultOptions {
  /** Whose work it is; nobody else's is ever read. */
  owner: string;
  /** What tells that the page may go: `window`. */
  page: EventTarget;
  /** `navigator.locks`. */
  locks?: Pick<LockManager, 'request' | 'query'> | undefined;
}

/** Milliseconds from a keystroke to the disk. */
const WRITE_AFTER = 300;
/** Milliseconds for which what was left is kept: thirty days. */
const KEPT_FOR = 30 * 86_400_000;

/** One person's vault. */
export const createVault = ({ owner, page, locks }: VaultOptions): Vault => {
  const store = openVaultStore();
  const alive = createAliveForms(locks);
  const listeners = createListeners();
  const hurry = createListeners();
  let isFailing = false;

  const settled = (hasFailed: boolean): void => {
    if (isFailing === hasFailed) return;
    isFailing = hasFailed;
    listeners.tell();
  };
  const told = (work: Promise<void>): Promise<void> =>
    work.then(
      () => settled(false),
      () => settled(true),
    );
  const keyOf = ({ resource, record }: FormPlace, form: string): EntryKey => [owner, resource, record ?? 'new', form];

  // The question before leaving gives the disk its time; the others come where there is none.
  for (const event of ['beforeunload', 'pagehide', 'visibilitychange', 'freeze'])
    page.addEventListener(event, hurry.tell as () => void);
  void store.prune(Date.now() - KEPT_FOR).catch(() => undefined);

  return {
    keeper: place => {
      const id = newId();
      const key = keyOf(place, id);
      return createKeeper({
        put: form => told(store.put(key, { ...form, id, at: Date.now() })),
        remove: () => told(store.remove(key)),
        live: () => alive.live(id),
        onHurry: hurry.add,
      });
    },
    onLeft: (place, listener) => {
      const end = new AbortController();
      const look = async (): Promise<void> => {
        const all = await store.of(keyOf(place, '')).catch(() => []);
        const living = await alive.among(all.map(({ id }) => id));
        if (end.signal.aborted) return;
        listener(all.filter(({ id }) => !living.has(id)).toSorted((one, other) => other.at - one.at));
        for (const id of living) void alive.death(id, end.signal).then(look, () => undefined);
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
  live: () => () => void;
  /** Tells that the page may go. */
  onHurry: (write: () => void) => () => void;
}

const createKeeper = ({ put, remove, live, onHurry }: KeeperOptions): FormKeeper => {
  let waiting: KeptForm | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Set while there is something to lose. */
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
    const ends = [live(), onHurry(write)];
    return () => {
      for (const end of ends) end();
    };
  };
  /** What ends the life of the form, which may begin anew meanwhile. */
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

/** Tells forms apart; `crypto.randomUUID` does not exist on plain http. */
const newId = (): string => Array.from(crypto.getRandomValues(new Uint32Array(4)), part => part.toString(16)).join('-');

export const VaultContext = createContext<Vault | null>(null);

/** The vault of the person. @throws outside `<VaultContext>` */
export const useVault = (): Vault => {
  const vault = useContext(VaultContext);
  if (!vault) throw new Error('useVault must be called below <VaultContext>');
  return vault;
};

/** Whether what is typed cannot be kept in this browser, kept up to date. */
export const useIsVaultFailing = (): boolean => {
  const { onChange, isFailing } = useVault();
  return useSyncExternalStore(onChange, isFailing);
};
