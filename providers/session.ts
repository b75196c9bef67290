import { ApiError } from './errors.ts';
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
import type { Visit } from './visitCookie.ts';

/** Milliseconds that signing out waits for the server before it goes on without it. */
const PARTING_TIME = 1500;
/** Milliseconds for which a failed refresh answers for the requests that ask after it, so that a fault is no storm. */
const FAULT_HOLDS = 1000;

/** The session of whoever uses this browser, shared by its tabs; knows no screen. */
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
   * A token to retry with after a 401, null when the session is over. `carried` is the token of the
   * refused request: when a newer one is stored already, nothing is asked for.
   * @throws ApiError when the server cannot be reached or is at fault; the session then stays
   */
  refresh: (carried: string | null) => Promise<string | null>;
  /**
   * Tells the server as best it can, then clears both tokens and the backup (§4); never rejects.
   * `beforeClear` ends what lives by the tokens, in the order of §4.
   */
  signOut: (beforeClear?: () => void) => Promise<void>;
  /** The user that the access token names; undefined when it names none. */
  userId: () => string | undefined;
  /** §4: goes on with another user's pair and keeps the own one as the backup; this tab hears `switched`. */
  actAs: (tokens: Tokens) => void;
  /** Whether somebody acts as another user: then there is a backup. */
  isActing: () => boolean;
  /** The user who acts as the one of the token; undefined when nobody does. */
  actorId: () => string | undefined;
  /** Makes the backup the pair in use again and ends the other user's session; false when there is none. */
  restoreBackup: () => boolean;
  /** Hears of changes made here and in other tabs; returns the end of it. */
  onChange: (listener: (change: SessionChange) => void) => () => void;
}

interface SessionOptions {
  calls: SessionCalls;
  /** Where the tokens live: `localStorage`. */
  storage: Storage;
  /** What tells of changes by other tabs: `window`. */
  tab: EventTarget;
  /** `navigator.locks`; missing on plain http, where the server's grace for the predecessor has to do. */
  locks?: Pick<LockManager, 'request'> | undefined;
  /** What knows whether the browser was closed since; without it everybody is remembered. */
  visit?: Visit | undefined;
}

/** A session over a browser's storage. Any number of 401s, in any number of tabs, leads to one refresh. */
export const createSession = ({ calls, storage, tab, locks, visit }: SessionOptions): Session => {
  const store = createTokenStore(storage, tab);
  if (visit?.isOver()) store.clear();
  const inTurn = locks ? lockedTurn(locks) : tabTurn();
  /** The refreshes of this tab by the token that they replace. */
  const underWay = new Map<string | null, Promise<string | null>>();

  const renew = async (carried: string | null): Promise<Renewed> => {
    const stored = store.read();
    // While this tab waited for the lock another one renewed the token, or signed out.
    if (!stored || stored.access !== carried) return known(stored, carried);
    const outcome = await askForNext(calls, stored.refresh);
    const latest = store.read();
    // Signed out, or in anew, meanwhile: this answer is late and must not be written.
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
    // Acting as a third person: the way back is still to the first.
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

/** What is stored goes for a request of the same person only: nothing is sent again in another one's name. */
const known = (tokens: Tokens | null, carried: string | null): Renewed => ({
  token: tokens && isSameUser(carried ?? '', tokens.access) ? tokens.access : null,
  isNew: false,
});

/** While the own pair was being renewed the person began to act as another user: the way back needs the new one. */
const keepForWayBack = (store: TokenStore, before: Tokens, outcome: Tokens | null | ApiError): void => {
  const isTokens = outcome !== null && !(outcome instanceof ApiError);
  if (isTokens && store.readBackup()?.refresh === before.refresh) store.writeBackup(outcome);
};

/** The next pair; null when the server refuses or answers without tokens (§8); a fault that changes nothing. */
const askForNext = async (calls: SessionCalls, refreshToken: string): Promise<Tokens | null | ApiError> => {
  try {
    return await calls.refresh(refreshToken);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return isRefusal(error) ? null : error;
  }
};

/** A 4xx is about the token; timeouts, rate limits, 5xx and silence are not. */
const isRefusal = ({ status }: ApiError): boolean => status >= 400 && status < 500 && ![408, 425, 429].includes(status);

/** Ends the session on the server too; an expired access token is renewed once for that, and never stored. */
const endOnServer = async (calls: SessionCalls, { access, refresh }: Tokens): Promise<void> => {
  try {
    await calls.logout(access).catch(async (error: unknown) => {
      if (!(error instanceof ApiError) || error.kind !== 'unauthorized') throw error;
      const renewed = await calls.refresh(refresh);
      if (renewed) await calls.logout(renewed.access);
    });
  } catch {
    // §4 asks only that this browser forgets the session.
  }
};

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms));
