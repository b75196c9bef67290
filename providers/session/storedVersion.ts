import type { Session } from './session.ts';

/** §4: where the version of the stored data is kept. */
export const VERSION_KEY = 'vitrina.version';
/** Versions that have already cleared this storage, newest first; each version clears it only once. */
const PREVIOUS_KEY = 'vitrina.version.before';
const MAX_REMEMBERED_VERSIONS = 10;

interface VersionOptions {
  storage: Storage;
  session: Pick<Session, 'signOut'>;
  version: string;
}

/**
 * §4: a new version signs out and clears local storage. A version that this browser has already used does nothing,
 * because tabs of an older and a newer build coexist for a while and must not keep signing each other out. Preferences
 * are in IndexedDB and stay.
 */
export const applyStorageVersion = async ({ storage, session, version }: VersionOptions): Promise<void> => {
  const storedValue = storage.getItem(VERSION_KEY);
  const before = (storage.getItem(PREVIOUS_KEY) ?? '').split(' ').filter(Boolean);
  if (storedValue === version || before.includes(version)) return;
  await session.signOut();
  storage.clear();
  storage.setItem(VERSION_KEY, version);
  const knownVersions = [...(storedValue ? [storedValue] : []), ...before].filter(other => /^\S{1,32}$/.test(other));
  if (knownVersions.length > 0)
    storage.setItem(PREVIOUS_KEY, [...new Set(knownVersions)].slice(0, MAX_REMEMBERED_VERSIONS).join(' '));
};
