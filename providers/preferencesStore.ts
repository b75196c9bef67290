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
  // Until it is set up it only queues what it is given.
  memory.setup();
  const keep = (key: string, value: unknown) => {
    if (key.startsWith(KEPT)) void write(database, key, value);
  };
  return {
    ...memory,
    // The contents were read above; react-admin's own tear-down and set-up would empty them.
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

/** Without IndexedDB the library throws at the first use, not at the opening. */
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
