import { ApiError } from '../http/errors.ts';
import { lockedTurn, type Renewed, tabTurn } from './refreshTurn.ts';
import type { NewPassword, SessionCalls, SignIn } from './sessionCalls.ts';
import {
  createTokenStore,
  isSameUser,
  type SessionChange,
  type TokenStore,
  type Tokens,
  userOf,
} from './tokenStore.ts';
import type { VisitCookie } from './visitCookie.ts';

/** How long signing out waits for the server, in ms, before it continues without the answer. */
const PARTING_TIME = 1500;
/** How long a failed refresh is reused for further requests, in ms, so that one fault does not become hundreds of calls. */
const FAULT_HOLDS = 1000;

/** The session of this browser, shared by its tabs; independent of any screen. */
export interface Session {
  isSignedIn: () => boolean;
  accessToken: () => string | null;
  /** Resolves once no refresh is under way in this tab (§8: other requests wait meanwhile). */
  settled: () => Promise<void>;
  /** Stores the pair of a successful sign-in (§4). @throws ApiError */
  signIn: (credentials: SignIn) => Promise<void>;
  /** §4: a password reset works like a sign-in. @throws ApiError */
  resetPassword: (password: NewPassword) => Promise<void>;
  /**
   * A token to retry with after a 401, null when the session is over. `carried` is the token of the refused request: when
   * a newer one is stored already, the server is not asked.
   * @throws ApiError when the server cannot be reached or fails; the session is kept then
   */
  refresh: (carried: string | null) => Promise<string | null>;
  /**
   * Ends the session on the server if it answers, then clears both tokens and the backup (§4); never rejects.
   * `beforeClear` stops what depends on the tokens, in the order of §4.
   */
  signOut: (beforeClear?: () => void) => Promise<void>;
  /** The user that the access token names; undefined when it names none. */
  userId: () => string | undefined;
  /** §4: switches to another user's pair and keeps one's own as the backup; listeners of this tab get `switched`. */
  actAs: (tokens: Tokens) => void;
  /** Whether somebody acts as another user, which is when a backup exists. */
  isActing: () => boolean;
  /** The user behind the one whom the token names; undefined when nobody acts as somebody else. */
  actorId: () => string | undefined;
  /** Restores the backup and ends the other user's session; false when there is no backup. */
  restoreBackup: () => boolean;
  /** Called on changes made here and in other tabs; returns the unsubscribe. */
  onChange: (listener: (change: SessionChange) => void) => () => void;
}

interface SessionOptions {
  calls: SessionCalls;
  /** `localStorage`. */
  storage: Storage;
  /** Fires `storage` events of other tabs: `window`. */
  tab: EventTarget;
  /** `navigator.locks`; missing on plain http, where the server's grace period for the previous token covers the races. */
  locks?: Pick<LockManager, 'request'> | undefined;
  /** Knows whether the browser was closed since sign-in; without it everybody is remembered. */
  visit?: VisitCookie | undefined;
}

/** A session in the browser's storage. Any number of 401s, in any number of tabs, leads to one refresh. */
export const createSession = ({ calls, storage, tab, locks, visit }: SessionOptions): Session => {
  const store = createTokenStore(storage, tab);
  if (visit?.isOver()) store.clear();
  const inTurn = locks ? lockedTurn(locks) : tabTurn();
  /** This tab's refreshes under way, by the token that they replace. */
  const underWay = new Map<string | null, Promise<string | null>>();

  const renew = async (carried: string | null): Promise<Renewed> => {
    const stored = store.read();
    // Another tab renewed the token or signed out while this one waited for the lock.
    if (!stored || stored.access !== carried) return known(stored, carried);
    const outcome = await askForNext(calls, stored.refresh);
    const latest = store.read();
    // Somebody signed out, or in again, meanwhile: this answer is out of date and must not be stored.
    if (latest?.refresh !== stored.refresh) {
      keepForWayBack(store, stored, outcome);
      return known(latest, carried);
    }
    if (outcome instanceof ApiError) throw outcome;
    if (outcome) store.write(outcome);
    else store.clear();
    return { token: outcome?.access ?? null, isNew: true };
  };

  const begin = (tokens: Tokens, isRemembered: boolean): void => {
    visit?.begin(isRemembered);
    store.writeBackup(null);
    store.write(tokens);
  };

  return {
    isSignedIn: () => store.read() !== null,
    accessToken: () => store.read()?.access ?? null,
    settled: async () => {
      await Promise.allSettled(underWay.values());
    },
    signIn: async credentials => begin(await calls.login(credentials), credentials.remember ?? false),
    resetPassword: async password => begin(await calls.resetPassword(password), false),
    refresh: carried => {
      const joined = underWay.get(carried);
      if (joined) return joined;
      const started = inTurn(() => renew(carried));
      const forget = (): boolean => underWay.delete(carried);
      started.then(forget, () => setTimeout(forget, FAULT_HOLDS));
      underWay.set(carried, started);
      return started;
    },
    signOut: async beforeClear => {
      const ending = [store.read(), store.readBackup()].filter(tokens => tokens !== null);
      if (ending.length > 0)
        await Promise.race([Promise.all(ending.map(tokens => endOnServer(calls, tokens))), pause(PARTING_TIME)]);
      beforeClear?.();
      store.clear();
    },
    userId: () => userOf(store.read()?.access ?? ''),
    ...acting(store, calls),
    onChange: store.onChange,
  };
};

/** §4: acting as another user; the backup pair is the flag. */
const acting = (
  store: TokenStore,
  calls: SessionCalls,
): Pick<Session, 'actAs' | 'isActing' | 'actorId' | 'restoreBackup'> => ({
  actAs: tokens => {
    // Acting on as a third person: the way back still leads to one's own account.
    if (!store.readBackup()) store.writeBackup(store.read());
    store.write(tokens, 'switched');
  },
  isActing: () => store.readBackup() !== null,
  actorId: () => userOf(store.readBackup()?.access ?? ''),
  restoreBackup: () => {
    const [own, other] = [store.readBackup(), store.read()];
    if (!own) return false;
    store.writeBackup(null);
    store.write(own, 'switched');
    if (other) void endOnServer(calls, other);
    return true;
  },
});

/** The stored token, if it belongs to the person who made the request: no request is repeated in another person's name. */
const known = (tokens: Tokens | null, carried: string | null): Renewed => ({
  token: tokens && isSameUser(carried ?? '', tokens.access) ? tokens.access : null,
  isNew: false,
});

/** If the person began to act as another user during the refresh, the backup needs the new pair: the old one is spent. */
const keepForWayBack = (store: TokenStore, before: Tokens, outcome: Tokens | null | ApiError): void => {
  const isTokens = outcome !== null && !(outcome instanceof ApiError);
  if (isTokens && store.readBackup()?.refresh === before.refresh) store.writeBackup(outcome);
};

/** The next pair; null when the server refuses or answers without tokens (§8); an error when the session stays as it is. */
const askForNext = async (calls: SessionCalls, refreshToken: string): Promise<Tokens | null | ApiError> => {
  try {
    return await calls.refresh(refreshToken);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return isRefusal(error) ? null : error;
  }
};

/** Whether the server rejected the token itself; timeouts, rate limits, 5xx and silence say nothing about it. */
const isRefusal = ({ status }: ApiError): boolean => status >= 400 && status < 500 && ![408, 425, 429].includes(status);

/** Ends the session on the server; an expired access token is renewed once for that, but not stored. */
const endOnServer = async (calls: SessionCalls, { access, refresh }: Tokens): Promise<void> => {
  try {
    await calls.logout(access).catch(async (error: unknown) => {
      if (!(error instanceof ApiError) || error.kind !== 'unauthorized') throw error;
      const renewed = await calls.refresh(refresh);
      if (renewed) await calls.logout(renewed.access);
    });
  } catch {
    // Ignored: §4 only requires that this browser forgets the session.
  }
};

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms));
