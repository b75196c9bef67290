import type { Session } from './session.ts';

/** §4: the version of what is stored in this browser. */
export const VERSION_KEY = 'vitrina.version';
/** Every version that has stored here, the newest first: each takes the storage over once. */
const BEFORE_KEY = 'vitrina.version.before';
const REMEMBERED = 10;

interface VersionOptions {
  storage: Storage;
  session: Pick<Session, 'signOut'>;
  /** The version of this build's storage. */
  version: string;
}

/**
 * §4: a stored version that differs from the current one signs out, clears local storage and is replaced.
 * A version that has already been here does nothing: tabs of an older and a newer build live side by side
 * for a while, and must not sign each other out in turn. Preferences are not in local storage and stay.
 */
export const keepVersion = async ({ storage, session, version }: VersionOptions): Promise<void> => {
  const stored = storage.getItem(VERSION_KEY);
  const before = (storage.getItem(BEFORE_KEY) ?? '').split(' ').filter(Boolean);
  if (stored === version || before.includes(version)) return;
  await session.signOut();
  storage.clear();
  storage.setItem(VERSION_KEY, version);
  const passed = [...(stored ? [stored] : []), ...before].filter(other => /^\S{1,32}$/.test(other));
  if (passed.length > 0) storage.setItem(BEFORE_KEY, [...new Set(passed)].slice(0, REMEMBERED).join(' '));
};
