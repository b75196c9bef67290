import { loadChunk } from '#providers/http/chunks.ts';
import { isReachable } from '#providers/http/isReachable.ts';
import { createStaleBundle } from '#providers/http/staleBundle.ts';

/** The part of the build that the application is; its text names the file. */
const application = () => import('./application.ts');

/** The list that most sessions begin with. */
const firstList = () => import('#resources/list/ListScreen.tsx');

/** This document may be older than the files that are served; nothing can be unsaved in it before the application stands. */
export const staleBundle = createStaleBundle({
  unsaved: { has: () => false, letGo: () => undefined },
  storage: window.sessionStorage,
  leaveFor: () => window.location.reload(),
  isReachable,
});

/** @throws ChunkError when its files cannot be loaded */
export const loadApplication = async () => {
  const loaded = await loadChunk(application);
  staleBundle.allow(String(application));
  return loaded;
};

/** Fetches the application while somebody signs in; that it fails is no fault yet. */
export const preloadApplication = (): Promise<unknown> => Promise.allSettled([application(), firstList()]);
