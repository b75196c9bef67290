import { loadChunk } from '#providers/http/chunks.ts';
import { isReachable } from '#providers/http/isReachable.ts';
import { createStaleBundle } from '#providers/http/staleBundle.ts';
import { ownStorage } from './storage.ts';

/** A named function, because its source text identifies the chunk. */
const application = () => import('./content.tsx');

/** For the public pages, which have nothing unsaved. The application creates its own. */
export const staleBundle = createStaleBundle({
  unsaved: { has: () => false, allowUnload: () => undefined },
  storage: ownStorage,
  loadDocument: () => window.location.reload(),
  isReachable,
});

/** @throws ChunkError if the files cannot be loaded */
export const loadApplication = async () => {
  const loaded = await loadChunk(application);
  staleBundle.allowReload(String(application));
  return loaded;
};

/** Prefetches the application during sign-in. Failures are ignored: the real load retries and reports them. */
export const preloadApplication = (): Promise<unknown> => application().catch(() => undefined);
