import { createStore, promisifyRequest } from 'idb-keyval';
import { z } from 'zod';

/** What the database holds of one form. An entry of another shape counts as absent, since an older build may have written it. */
const Entry = z.object({
  id: z.string(),
  at: z.number(),
  version: z.int().nullable(),
  base: z.record(z.string(), z.unknown()),
  typed: z.record(z.string(), z.unknown()),
});
export type Entry = z.output<typeof Entry>;

/** Owner, resource, record, form: in this order, so that one key range finds every form of a record. */
export type EntryKey = [owner: string, resource: string, record: number | 'new', form: string];

/** The entries of everybody who uses this browser. Every call rejects where there is no IndexedDB or no space. */
export interface AutosaveStore {
  put: (key: EntryKey, entry: Entry) => Promise<void>;
  remove: (key: EntryKey) => Promise<void>;
  /** The entries of all forms of the key's record. */
  of: (key: EntryKey) => Promise<Entry[]>;
  /** Removes entries last written before a moment (ms), of all owners: nobody else would ever remove theirs. */
  prune: (before: number) => Promise<void>;
}

/** Opens the database. Local storage would not do: the specification clears it with each new version (§4). */
export const openAutosaveStore = (): AutosaveStore => {
  const store = createStore('vitrina-unsaved', 'forms');
  // `async`, so that the error that the library throws without IndexedDB becomes a rejection.
  const write = async (change: (forms: IDBObjectStore) => void): Promise<void> =>
    store('readwrite', forms => {
      change(forms);
      // Committed explicitly: a page that is going away never sees its request answered, which would roll it back.
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
