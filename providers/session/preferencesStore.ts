import { createStore, entries, set, type UseStore } from 'idb-keyval';
import { memoryStore, type Store } from 'ra-core';

/** Keys kept from one visit to the next; everything else lives as long as the page. */
const KEPT = 'preferences.';

/**
 * React-admin's store with a person's preferences (columns, density, theme) kept in IndexedDB by user:
 * local storage may hold only the return address and the profile (§3). Without IndexedDB (private
 * windows) preferences last as long as the page.
 */
export const openPreferences = async (userId: number): Promise<Store> => {
  const database = createStore(`vitrina-preferences-${userId}`, 'preferences');
  const kept = await readAll(database);
  const memory = memoryStore(Object.fromEntries(kept));
  // Before `setup` the store only queues writes.
  memory.setup();
  const keep = (key: string, value: unknown) => {
    if (key.startsWith(KEPT)) void write(database, key, value);
  };
  return {
    ...memory,
    // react-admin sets the store up and tears it down with its own component, which would drop what was read above.
    setup: () => undefined,
    teardown: () => undefined,
    setItem: (key, value) => {
      memory.setItem(key, value);
      keep(key, value);
    },
    removeItem: key => {
      memory.removeItem(key);
      keep(key, undefined);
    },
  };
};

/** A failure counts as empty: without IndexedDB the library throws here, not when it is opened. */
const readAll = async (database: UseStore): Promise<[string, unknown][]> => {
  try {
    return await entries<string, unknown>(database);
  } catch {
    return [];
  }
};

const write = async (database: UseStore, key: string, value: unknown): Promise<void> => {
  try {
    await set(key, value, database);
  } catch {
    // Preferences then last as long as the page.
  }
};
