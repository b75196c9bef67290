import { createStore, promisifyRequest } from 'idb-keyval';
import { z } from 'zod';

/** An entry that does not match is ignored, since an older build may have written it. */
const AutosaveEntry = z.object({
  id: z.string(),
  at: z.number(),
  version: z.int().nullable(),
  base: z.record(z.string(), z.unknown()),
  typed: z.record(z.string(), z.unknown()),
});
export type AutosaveEntry = z.output<typeof AutosaveEntry>;

/** The parts are in this order, so that one key range covers all forms of a record. */
export type AutosaveKey = [owner: string, resource: string, record: number | 'new', form: string];

/** Every method rejects without IndexedDB or free space. */
export interface AutosaveStore {
  put: (key: AutosaveKey, entry: AutosaveEntry) => Promise<void>;
  remove: (key: AutosaveKey) => Promise<void>;
  listForRecord: (key: AutosaveKey) => Promise<AutosaveEntry[]>;
  /**
   * Deletes all users' entries older than `before` (ms). Otherwise the entries of a user who never returns would stay
   * forever.
   */
  prune: (before: number) => Promise<void>;
}

/** IndexedDB rather than local storage, which each new version clears (§4). */
export const openAutosaveStore = (): AutosaveStore => {
  const store = createStore('vitrina-unsaved', 'forms');
  // `async`, so that the library's synchronous throw without IndexedDB becomes a rejection.
  const write = async (change: (forms: IDBObjectStore) => void): Promise<void> =>
    store('readwrite', forms => {
      change(forms);
      // Commits explicitly, because an unloading page never receives the request's success event, and the transaction
      // would be rolled back.
      forms.transaction.commit();
      return promisifyRequest(forms.transaction);
    });
  return {
    put: (key, entry) => write(forms => forms.put(entry, key)),
    remove: key => write(forms => forms.delete(key)),
    listForRecord: async ([owner, resource, record]) =>
      store('readonly', async forms => {
        const prefix = [owner, resource, record];
        const entries: unknown[] = await promisifyRequest(forms.getAll(IDBKeyRange.bound(prefix, [...prefix, []])));
        return entries.flatMap(entry => AutosaveEntry.safeParse(entry).data ?? []);
      }),
    prune: async before =>
      store('readwrite', forms => {
        const cursorRequest = forms.openCursor();
        cursorRequest.onsuccess = () => {
          const cursor = cursorRequest.result;
          if (!cursor) return;
          if ((AutosaveEntry.safeParse(cursor.value).data?.at ?? 0) < before) cursor.delete();
          cursor.continue();
        };
        return promisifyRequest(forms.transaction);
      }),
  };
};
