import { ApiError } from '../http/errors.ts';
import { createCrossTabQueue, createTabQueue, type RefreshResult } from './refreshQueue.ts';
import type { NewPassword, SessionCalls, SignIn } from './sessionCalls.ts';
import type { SessionCookie } from './sessionCookie.ts';
import {
  createTokenStore,
  isSameUser,
  parseUserId,
  type SessionChange,
  type TokenStore,
  type Tokens,
} from './tokenStore.ts';

/** How long signing out waits for the server, in ms. Users must be able to sign out while offline. */
const SIGN_OUT_TIMEOUT_MS = 1500;
/**
 * How long a failed refresh is shared with further requests, in ms, so that one error does not become hundreds of
 * calls.
 */
const FAILURE_REUSE_MS = 1000;

export interface Session {
  isSignedIn: () => boolean;
  accessToken: () => string | null;
  /** Resolves when no refresh is in flight in this tab (§8: other requests wait). */
  whenSettled: () => Promise<void>;
  /** Stores the received token pair (§4). @throws ApiError */
  signIn: (credentials: SignIn) => Promise<void>;
  /** §4: resetting the password also signs the user in. @throws ApiError */
  resetPassword: (password: NewPassword) => Promise<void>;
  /**
   * Returns a token to retry with after a 401, or null if the session is over. If the session was an impersonation, the
   * user's own pair is restored. `rejectedToken` is the token of the rejected request; if a newer one is already
   * stored, no refresh is sent. @throws ApiError if the server cannot be reached or fails, in which case the session is
   * kept
   */
  refresh: (rejectedToken: string | null) => Promise<string | null>;
  /**
   * Ends the session on the server (best effort), then clears both tokens and the backup (§4); never rejects. If
   * another user has signed in from another tab in the meantime, that user's tokens stay, and `beforeClear` is not
   * called.
   */
  signOut: (beforeClear?: () => void) => Promise<void>;
  userId: () => string | undefined;
  /**
   * §4: stores another user's token pair and keeps the current user's own pair as a backup; listeners in this tab
   * receive `switched`.
   */
  actAs: (tokens: Tokens) => void;
  isActing: () => boolean;
  actorId: () => string | undefined;
  restoreBackup: () => boolean;
  onChange: (listener: (change: SessionChange) => void) => () => void;
}

interface SessionOptions {
  calls: SessionCalls;
  storage: Storage;
  tab: EventTarget;
  /** Missing on plain http, where the server's grace period for the previous token covers races. */
  locks?: Pick<LockManager, 'request'> | undefined;
  /** Detects whether the browser has been closed since sign-in. Without this cookie, every session is remembered. */
  sessionCookie?: SessionCookie | undefined;
}

/** Any number of 401s in any number of tabs results in a single refresh. */
export const createSession = ({ calls, storage, tab, locks, sessionCookie }: SessionOptions): Session => {
  const store = createTokenStore(storage, tab);
  if (sessionCookie?.hasEnded()) store.clear();
  const enqueue = locks ? createCrossTabQueue(locks) : createTabQueue();
  const inFlightRefreshes = new Map<string | null, Promise<string | null>>();

  const renew = async (rejectedToken: string | null): Promise<RefreshResult> => {
    const storedTokens = store.read();
    // Another tab may have refreshed or signed out while this one waited for the lock.
    if (!storedTokens || storedTokens.access !== rejectedToken) return selectSameUserToken(storedTokens, rejectedToken);
    const outcome = await refreshTokenPair(calls, storedTokens.refresh);
    const latest = store.read();
    // The pair changed during the request (sign-out, or a new sign-in), so this response is stale and must not be
    // stored.
    if (latest?.refresh !== storedTokens.refresh) {
      updateBackupTokens(store, storedTokens, outcome);
      return selectSameUserToken(latest, rejectedToken);
    }
    if (outcome instanceof ApiError) throw outcome;
    if (outcome) store.write(outcome);
    else if (!restoreOwnSession(store)) store.clear();
    return { token: outcome?.access ?? null, isNew: true };
  };

  const begin = (tokens: Tokens, isRemembered: boolean): void => {
    sessionCookie?.begin(isRemembered);
    store.writeBackup(null);
    store.write(tokens);
  };

  return {
    isSignedIn: () => store.read() !== null,
    accessToken: () => store.read()?.access ?? null,
    whenSettled: async () => {
      await Promise.allSettled(inFlightRefreshes.values());
    },
    signIn: async credentials => begin(await calls.login(credentials), credentials.remember ?? false),
    resetPassword: async password => begin(await calls.resetPassword(password), false),
    refresh: rejectedToken => {
      const pendingRefresh = inFlightRefreshes.get(rejectedToken);
      if (pendingRefresh) return pendingRefresh;
      const startedRefresh = enqueue(() => renew(rejectedToken));
      const forget = (): boolean => inFlightRefreshes.delete(rejectedToken);
      startedRefresh.then(forget, () => setTimeout(forget, FAILURE_REUSE_MS));
      inFlightRefreshes.set(rejectedToken, startedRefresh);
      return startedRefresh;
    },
    signOut: async beforeClear => {
      const ending = [store.read(), store.readBackup()].filter(tokens => tokens !== null);
      if (ending.length > 0)
        await Promise.race([
          Promise.all(ending.map(tokens => signOutOnServer(calls, tokens))),
          delay(SIGN_OUT_TIMEOUT_MS),
        ]);
      if (belongsToAnotherUser(store.read(), ending)) return;
      beforeClear?.();
      store.clear();
    },
    userId: () => parseUserId(store.read()?.access ?? ''),
    ...createActingMethods(store, calls),
    onChange: store.onChange,
  };
};

/** §4: acting as another user. The backup pair doubles as the flag. */
const createActingMethods = (
  store: TokenStore,
  calls: SessionCalls,
): Pick<Session, 'actAs' | 'isActing' | 'actorId' | 'restoreBackup'> => ({
  actAs: tokens => {
    store.writeBackup(store.read());
    store.write(tokens, 'switched');
  },
  isActing: () => store.readBackup() !== null,
  actorId: () => parseUserId(store.readBackup()?.access ?? ''),
  restoreBackup: () => {
    const [ownTokens, other] = [store.readBackup(), store.read()];
    if (!ownTokens) return false;
    store.writeBackup(null);
    store.write(ownTokens, 'switched');
    if (other) void signOutOnServer(calls, other);
    return true;
  },
});

/**
 * Restores the user's own pair when the server has ended acting as another user. The rejected request is not repeated
 * with these tokens, because it was made as the other user.
 */
const restoreOwnSession = (store: TokenStore): boolean => {
  const ownTokens = store.readBackup();
  if (!ownTokens) return false;
  store.writeBackup(null);
  store.write(ownTokens, 'returned');
  return true;
};

/**
 * The stored token, if it belongs to the user who made the request. A request must not be repeated on behalf of another
 * user.
 */
const selectSameUserToken = (tokens: Tokens | null, rejectedToken: string | null): RefreshResult => ({
  token: tokens && isSameUser(rejectedToken ?? '', tokens.access) ? tokens.access : null,
  isNew: false,
});

const belongsToAnotherUser = (tokens: Tokens | null, endedSessions: readonly Tokens[]): boolean =>
  tokens !== null && !endedSessions.some(({ access }) => isSameUser(access, tokens.access));

/**
 * If the user began to act as another user during the refresh, the new pair must go to the backup, because the old pair
 * can no longer be used.
 */
const updateBackupTokens = (store: TokenStore, before: Tokens, outcome: Tokens | null | ApiError): void => {
  const hasTokens = outcome !== null && !(outcome instanceof ApiError);
  if (hasTokens && store.readBackup()?.refresh === before.refresh) store.writeBackup(outcome);
};

/**
 * The new token pair; null if the server rejects the token or returns no pair (§8). Any other API error is returned,
 * because the session must then be kept.
 */
const refreshTokenPair = async (calls: SessionCalls, refreshToken: string): Promise<Tokens | null | ApiError> => {
  try {
    return await calls.refresh(refreshToken);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return isRefusal(error) ? null : error;
  }
};

/** Timeouts, rate limits and 5xx say nothing about the token itself. */
const isRefusal = ({ status }: ApiError): boolean => status >= 400 && status < 500 && ![408, 425, 429].includes(status);

/** Refreshes an expired access token for the logout call, without storing the new pair. */
const signOutOnServer = async (calls: SessionCalls, { access, refresh }: Tokens): Promise<void> => {
  try {
    await calls.logout(access).catch(async (error: unknown) => {
      if (!(error instanceof ApiError) || error.kind !== 'unauthorized') throw error;
      const renewedTokens = await calls.refresh(refresh);
      if (renewedTokens) await calls.logout(renewedTokens.access);
    });
  } catch {
    // Ignored, because §4 only requires that this browser forgets the session.
  }
};

const delay = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms));
