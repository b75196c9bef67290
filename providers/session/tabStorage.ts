/** The browser's storage, which also works where the browser denies it. */
export interface TabStorage extends Storage {
  /** Whether nothing can be stored now: it is denied, or full. */
  isDenied: () => boolean;
}

const areas = new WeakMap<Storage, Storage | null>();

/** The browser's own storage below one, as `storage` events of other tabs name it; null where there is none. */
export const areaOf = (storage: Storage): Storage | null => areas.get(storage) ?? (areas.has(storage) ? null : storage);

const PROBE_KEY = 'vitrina.probe';
/** As long as a pair of tokens with a profile, so that there is room for them too. */
const PROBE = 'x'.repeat(4096);

/**
 * Storage that keeps in memory, for this tab and until it is reloaded, what the browser refuses to store.
 * @param open gets the browser's storage; where site data is blocked, even asking for it throws
 */
export const createTabStorage = (open: () => Storage): TabStorage => {
  const area = attempt(open) ?? null;
  const memory = new Map<string, string>();
  const keys = (): string[] => [...new Set([...memory.keys(), ...(attempt(() => Object.keys(area ?? {})) ?? [])])];
  const store = (key: string, value: string): boolean =>
    attempt(() => {
      area?.setItem(key, value);
      return area !== null;
    }) ?? false;
  const drop = (key: string): void => {
    attempt(() => area?.removeItem(key));
  };
  const storage: TabStorage = {
    isDenied: () => {
      const isStored = store(PROBE_KEY, PROBE);
      drop(PROBE_KEY);
      return !isStored;
    },
    get length() {
      return keys().length;
    },
    key: index => keys()[index] ?? null,
    getItem: key => memory.get(key) ?? attempt(() => area?.getItem(key)) ?? null,
    setItem: (key, value) => {
      memory.delete(key);
      if (store(key, value)) return;
      // An older value would pass for this one in other tabs: of tokens, a pair that has been replaced.
      drop(key);
      memory.set(key, value);
    },
    removeItem: key => {
      memory.delete(key);
      drop(key);
    },
    clear: () => {
      memory.clear();
      attempt(() => area?.clear());
    },
  };
  areas.set(storage, area);
  return storage;
};

const attempt = <T>(work: () => T): T | undefined => {
  try {
    return work();
  } catch {
    return undefined;
  }
};
