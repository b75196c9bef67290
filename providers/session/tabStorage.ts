/** A wrapper around the browser's storage that keeps working even if the browser denies access. */
export interface TabStorage extends Storage {
  isDenied: () => boolean;
}

const storageAreas = new WeakMap<Storage, Storage | null>();

/** The underlying storage area, as named by `storage` events of other tabs; null if unavailable. */
export const getStorageArea = (storage: Storage): Storage | null =>
  storageAreas.get(storage) ?? (storageAreas.has(storage) ? null : storage);

const PROBE_KEY = 'vitrina.probe';
/** As long as a token pair and a profile, so that a successful test means there is room for them. */
const PROBE_VALUE = 'x'.repeat(4096);

/**
 * Falls back to memory for anything that the browser refuses to store; such values last until the tab is reloaded.
 * @param open returns the browser's storage; where site data is blocked, even accessing it throws
 */
export const createTabStorage = (open: () => Storage): TabStorage => {
  const area = tryOrUndefined(open) ?? null;
  const memory = new Map<string, string>();
  const keys = (): string[] => [
    ...new Set([...memory.keys(), ...(tryOrUndefined(() => Object.keys(area ?? {})) ?? [])]),
  ];
  const store = (key: string, value: string): boolean =>
    tryOrUndefined(() => {
      area?.setItem(key, value);
      return area !== null;
    }) ?? false;
  const drop = (key: string): void => {
    tryOrUndefined(() => area?.removeItem(key));
  };
  const storage: TabStorage = {
    isDenied: () => {
      const isStored = store(PROBE_KEY, PROBE_VALUE);
      drop(PROBE_KEY);
      return !isStored;
    },
    get length() {
      return keys().length;
    },
    key: index => keys()[index] ?? null,
    getItem: key => memory.get(key) ?? tryOrUndefined(() => area?.getItem(key)) ?? null,
    setItem: (key, value) => {
      memory.delete(key);
      if (store(key, value)) return;
      // The older value is removed, or other tabs would use it, for example a replaced token pair.
      drop(key);
      memory.set(key, value);
    },
    removeItem: key => {
      memory.delete(key);
      drop(key);
    },
    clear: () => {
      memory.clear();
      tryOrUndefined(() => area?.clear());
    },
  };
  storageAreas.set(storage, area);
  return storage;
};

const tryOrUndefined = <T>(action: () => T): T | undefined => {
  try {
    return action();
  } catch {
    return undefined;
  }
};
