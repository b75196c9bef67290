import { createStore, entries, set, type UseStore } from 'idb-keyval';
import { memoryStore, type Store } from 'ra-core';

/** Only these keys are stored permanently. All others last until the page is closed. */
const PERSISTED_PREFIX = 'preferences.';

/**
 * react-admin's store, with preferences (columns, density, theme) in one IndexedDB per user, since local storage may
 * hold only the return URL and the profile (§3). Without IndexedDB (private windows) preferences last until the page is
 * closed.
 */
export const openPreferences = async (userId: number): Promise<Store> => {
  const database = createStore(`vitrina-preferences-${userId}`, 'preferences');
  const storedPreferences = await readPreferences(database);
  const memory = memoryStore(Object.fromEntries(storedPreferences));
  // Needed because the store only queues writes before `setup`.
  memory.setup();
  const persist = (key: string, value: unknown) => {
    if (key.startsWith(PERSISTED_PREFIX)) void writePreference(database, key, value);
  };
  return {
    ...memory,
    // react-admin calls `setup` and `teardown` with its root component, which would discard the loaded values.
    setup: () => undefined,
    teardown: () => undefined,
    setItem: (key, value) => {
      memory.setItem(key, value);
      persist(key, value);
    },
    removeItem: key => {
      memory.removeItem(key);
      persist(key, undefined);
    },
  };
};

/** Empty if IndexedDB is unavailable; the library then throws on the first read rather than when the database is opened. */
const readPreferences = async (database: UseStore): Promise<[string, unknown][]> => {
  try {
    return await entries<string, unknown>(database);
  } catch {
    return [];
  }
};

const writePreference = async (database: UseStore, key: string, value: unknown): Promise<void> => {
  try {
    await set(key, value, database);
  } catch {
    // Ignored, because preferences then last until the page is closed.
  }
};
