import { createStore, promisifyRequest } from 'idb-keyval';
import { z } from 'zod';

/** What stands in the database of one form; an entry of another shape counts as none. */
const Entry = z.object({
  id: z.string(),
  at: z.number(),
  version: z.int().nullable(),
  base: z.record(z.string(), z.unknown()),
  typed: z.record(z.string(), z.unknown()),
});
export type Entry = z.output<typeof Entry>;

/** Owner, resource, record, form: whoever looks for a place finds all of its forms side by side. */
export type EntryKey = [owner: string, resource: string, record: number | 'new', form: string];

/** The entries of all persons who use this browser. Every call rejects without IndexedDB or space. */
export interface VaultStore {
  put: (key: EntryKey, entry: Entry) => Promise<void>;
  remove: (key: EntryKey) => Promise<void>;
  /** The entries of every form of a key's place. */
  of: (key: EntryKey) => Promise<Entry[]>;
  /** Removes what was last written before a moment (ms), whoever owns it. */
  prune: (before: number) => Promise<void>;
}

/** The vault's database. Local storage would not do: the specification clears it with a new version (§4). */
export const openVaultStore = (): VaultStore => {
  const store = createStore('vitrina-unsaved', 'forms');
  // Async throughout: without IndexedDB the library throws at the first use.
  const write = async (change: (forms: IDBObjectStore) => void): Promise<void> =>
    store('readwrite', forms => {
      change(forms);
      // Said at once: a page that goes away would not see its request answered, and so would undo it.
      forms.transaction.commit();
      return promisifyRequest(forms.transaction);
    });
  return {
    put: (key, entry) => write(forms => forms.put(entry, key)),
    remove: key => write(forms => forms.delete(key)),
    of: async ([owner, resource, record]) =>
      store('readonly', async forms => {
        const place = [owner, resource, record];
        const found: unknown[] = await promisifyRequest(forms.getAll(IDBKeyRange.bound(place, [...place, []])));
        return found.flatMap(entry => Entry.safeParse(entry).data ?? []);
      }),
    prune: async before =>
      store('readwrite', forms => {
        const walk = forms.openCursor();
        walk.onsuccess = () => {
          const cursor = walk.result;
          if (!cursor) return;
          if ((Entry.safeParse(cursor.value).data?.at ?? 0) < before) cursor.delete();
          cursor.continue();
        };
        return promisifyRequest(forms.transaction);
      }),
  };
};
