import { jwtDecode } from 'jwt-decode';
import { isRecord } from '../http/envelope.ts';
import { createListeners } from '../realtime/listeners.ts';

/** The tokens of a session. */
export interface Tokens {
  access: string;
  refresh: string;
}

/** §3: the token pair, and the backup copy of both under a key of its own. One key a pair: a pair is never torn. */
export const TOKENS_KEY = 'vitrina.tokens';
export const BACKUP_KEY = 'vitrina.tokens.backup';

/**
 * `signed-in` also when somebody else signed in from another tab: what is shown belongs to the one before.
 * `switched` when this tab took another user's pair on purpose (§4, acting as another user).
 */
export type SessionChange = 'signed-in' | 'refreshed' | 'signed-out' | 'switched';

/** The stored pair, shared by the tabs of a browser. */
export interface TokenStore {
  read: () => Tokens | null;
  /** Stores a pair; listeners of this tab hear of `change`, else of what is different. */
  write: (tokens: Tokens, change?: SessionChange) => void;
  /** Clears the pair and the backup. */
  clear: () => void;
  /** §3: the pair of the person who acts as another user; null when nobody does. */
  readBackup: () => Tokens | null;
  /** Stores a pair under the backup key; null clears it. */
  writeBackup: (tokens: Tokens | null) => void;
  onChange: (listener: (change: SessionChange) => void) => () => void;
}

/** Keeps tokens in `storage`; `tab` tells of what other tabs store. A value that is no pair counts as none. */
export const createTokenStore = (storage: Storage, tab: EventTarget): TokenStore => {
  const listeners = createListeners<[SessionChange]>();
  const read = (): Tokens | null => parse(storage.getItem(TOKENS_KEY));
  const readBackup = (): Tokens | null => parse(storage.getItem(BACKUP_KEY));
  let known = read();
  let written: Tokens | null = null;

  /** Tells the listeners what is different from when they were last told, or what it was done for. */
  const announce = (purpose?: SessionChange): void => {
    const before = known;
    known = read();
    const change = purpose ?? changeOf(before, known);
    if (change) listeners.notify(change);
  };
  const write = (tokens: Tokens, change?: SessionChange): void => {
    written = tokens;
    storage.setItem(TOKENS_KEY, JSON.stringify(tokens));
    announce(change);
  };
  const clear = (): void => {
    storage.removeItem(TOKENS_KEY);
    storage.removeItem(BACKUP_KEY);
    announce();
  };

  tab.addEventListener('storage', event => {
    const { key, newValue, storageArea } = event as StorageEvent;
    if (storageArea && storageArea !== storage) return;
    if (key !== null && key !== TOKENS_KEY) return;
    // Storage reaches other processes late: a refresh of ours may have been written after another tab signed out.
    const hasCrossed = newValue === null && written !== null && read()?.refresh === written.refresh;
    if (hasCrossed) clear();
    else announce();
  });

  return {
    read,
    write,
    clear,
    readBackup,
    writeBackup: tokens => {
      if (tokens) storage.setItem(BACKUP_KEY, JSON.stringify(tokens));
      else storage.removeItem(BACKUP_KEY);
    },
    onChange: listeners.add,
  };
};

const parse = (text: string | null): Tokens | null => {
  if (!text) return null;
  try {
    const stored: unknown = JSON.parse(text);
    if (!isRecord(stored)) return null;
    const { access, refresh } = stored;
    return isToken(access) && isToken(refresh) ? { access, refresh } : null;
  } catch {
    return null;
  }
};

const isToken = (value: unknown): value is string => typeof value === 'string' && value !== '';

const changeOf = (before: Tokens | null, after: Tokens | null): SessionChange | null => {
  if (!after) return before ? 'signed-out' : null;
  if (!before) return 'signed-in';
  if (before.access === after.access) return null;
  return isSameUser(before.access, after.access) ? 'refreshed' : 'signed-in';
};

/** Whether two tokens name one user; tokens that do not say count as one user's. */
export const isSameUser = (one: string, other: string): boolean => {
  const [before, after] = [userOf(one), userOf(other)];
  return before === undefined || after === undefined || before === after;
};

/** The user that an access token names; undefined when it is no JWT or names none. */
export const userOf = (token: string): string | undefined => {
  if (!token) return undefined;
  try {
    return jwtDecode(token).sub;
  } catch {
    return undefined;
  }
};
