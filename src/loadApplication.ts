import { loadChunk } from '#providers/http/chunks.ts';
import { isReachable } from '#providers/http/isReachable.ts';
import { createStaleBundleReloader } from '#providers/http/staleBundle.ts';
import { tabStorage } from './storage.ts';

/** Has a name, because its source text identifies the chunk. */
const importApplication = () => import('./content.tsx');

/** Used by the public pages, which have nothing unsaved. The application creates its own instance. */
export const staleBundle = createStaleBundleReloader({
  unsavedForms: { hasUnsaved: () => false, allowUnload: () => undefined },
  storage: tabStorage,
  loadDocument: () => window.location.reload(),
  isReachable,
});

/** @throws ChunkError if the files cannot be loaded */
export const loadApplication = async () => {
  const application = await loadChunk(importApplication);
  staleBundle.allowReload(String(importApplication));
  return application;
};

/** Prefetches the application during sign-in. Failures are ignored: the real load retries and reports them. */
export const preloadApplication = (): Promise<unknown> => importApplication().catch(() => undefined);
