/** A wrapper of the browser's storage that works even if the browser denies access. */
export interface TabStorage extends Storage {
  isDenied: () => boolean;
}

const areas = new WeakMap<Storage, Storage | null>();

/** The underlying storage area, as named by `storage` events of other tabs; null if unavailable. */
export const areaOf = (storage: Storage): Storage | null => areas.get(storage) ?? (areas.has(storage) ? null : storage);

const PROBE_KEY = 'vitrina.probe';
/** As long as a token pair and a profile, so that a successful test means there is room for them. */
const PROBE = 'x'.repeat(4096);

/**
 * Falls back to memory for anything that the browser refuses to store; such values last until the tab is reloaded.
 * @param open returns the browser's storage; where site data is blocked, even accessing it throws
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
      // Remove the older value, or other tabs would use it, for example a replaced token pair.
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
