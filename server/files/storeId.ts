import { randomUUID } from 'node:crypto';
import type { FileStore } from './store.ts';

/** The file by which a store is recognised. It is no part of its contents, so `FileStore.list` leaves it out. */
export const STORE_ID_FILE = 'store.id';

/** Null when no server has used the store. */
export const readStoreId = async (files: Pick<FileStore, 'read'>): Promise<string | null> => {
  const stored = await files.read(STORE_ID_FILE);
  return stored && ((await new Response(stored.body).text()).trim() || null);
};

/** The id of a store, which gets a random one if it has none. */
export const ensureStoreId = async (files: Pick<FileStore, 'read' | 'put'>): Promise<string> => {
  const known = await readStoreId(files);
  if (known !== null) return known;
  const id = randomUUID();
  await files.put(STORE_ID_FILE, Buffer.from(`${id}\n`), 'text/plain');
  return id;
};
