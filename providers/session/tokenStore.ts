import { jwtDecode } from 'jwt-decode';
import { isRecord } from '../http/envelope.ts';
import { createListeners } from '../realtime/listeners.ts';
import { getStorageArea } from './tabStorage.ts';

export interface Tokens {
  access: string;
  refresh: string;
}

/**
 * §3: the token pair, and its backup under a separate key. A pair is one value, so that access and refresh token never
 * mismatch.
 */
export const TOKENS_KEY = 'vitrina.tokens';
export const BACKUP_KEY = 'vitrina.tokens.backup';

/**
 * `signed-in` also fires when another user signed in from another tab, since the page shows the previous user's data.
 * `switched`: this tab stored another user's pair on purpose (§4, acting as another user); `returned`: the server ended
 * the impersonation, and the user's own pair was restored.
 */
export type SessionChange = 'signed-in' | 'refreshed' | 'signed-out' | 'switched' | 'returned';

export interface TokenStore {
  read: () => Tokens | null;
  /** `change` overrides the event that listeners receive. By default, the event is derived from the difference. */
  write: (tokens: Tokens, change?: SessionChange) => void;
  clear: () => void;
  /** §3: the user's own pair while acting as another user; otherwise null. */
  readBackup: () => Tokens | null;
  writeBackup: (tokens: Tokens | null) => void;
  onChange: (listener: (change: SessionChange) => void) => () => void;
}

export const createTokenStore = (storage: Storage, tab: EventTarget): TokenStore => {
  const listeners = createListeners<[SessionChange]>();
  const read = (): Tokens | null => parseTokens(storage.getItem(TOKENS_KEY));
  const readBackup = (): Tokens | null => parseTokens(storage.getItem(BACKUP_KEY));
  let storedTokens = read();
  /** The pair of this tab's last write, if that was a refresh and not a sign-in. */
  let refreshedTokens: Tokens | null = null;

  /** Notifies listeners of the difference since the last notification, or of the given purpose. */
  const announce = (purpose?: SessionChange): void => {
    const before = storedTokens;
    storedTokens = read();
    const change = purpose ?? detectChange(before, storedTokens);
    if (change) listeners.notify(change);
  };
  const write = (tokens: Tokens, change?: SessionChange): void => {
    const before = read();
    refreshedTokens = before && isSameUser(before.access, tokens.access) ? tokens : null;
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
    if (storageArea && storageArea !== getStorageArea(storage)) return;
    if (key !== null && key !== TOKENS_KEY) return;
    // Storage syncs between processes with a delay, so this tab's refresh may have been written after another tab
    // signed out.
    const hasCrossed = newValue === null && refreshedTokens !== null && read()?.refresh === refreshedTokens.refresh;
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

const parseTokens = (text: string | null): Tokens | null => {
  if (!text) return null;
  try {
    const parsedTokens: unknown = JSON.parse(text);
    if (!isRecord(parsedTokens)) return null;
    const { access, refresh } = parsedTokens;
    return isToken(access) && isToken(refresh) ? { access, refresh } : null;
  } catch {
    return null;
  }
};

const isToken = (value: unknown): value is string => typeof value === 'string' && value !== '';

const detectChange = (before: Tokens | null, after: Tokens | null): SessionChange | null => {
  if (!after) return before ? 'signed-out' : null;
  if (!before) return 'signed-in';
  if (before.access === after.access) return null;
  return isSameUser(before.access, after.access) ? 'refreshed' : 'signed-in';
};

/** Whether two tokens name the same user. For opaque tokens, this is assumed. */
export const isSameUser = (one: string, other: string): boolean => {
  const [before, after] = [parseUserId(one), parseUserId(other)];
  return before === undefined || after === undefined || before === after;
};

/** The token's subject; undefined if it is not a JWT. */
export const parseUserId = (token: string): string | undefined => {
  if (!token) return undefined;
  try {
    return jwtDecode(token).sub;
  } catch {
    return undefined;
  }
};
