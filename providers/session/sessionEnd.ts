import { useSyncExternalStore } from 'react';
import { LOGIN } from '#contract/addresses.ts';
import type { UndoQueue } from '../cache/undo.ts';
import type { Unsaved } from '../forms/unsaved.ts';
import { createListeners } from '../realtime/listeners.ts';
import type { Realtime } from '../realtime/realtime.ts';
import { useService } from '../ServicesContext.ts';
import type { ProfileStore } from './profile.ts';
import { clearReturnUrl, saveReturnUrl } from './returnUrl.ts';
import type { Session } from './session.ts';
import type { SignIn } from './sessionCalls.ts';

/** How a visit ends: by the person, by the server, by another tab; and how it goes on where something is unsaved. */
export interface SessionEnd {
  /** Signs out at the person's wish and leaves for the sign-in page, not to come back to this address. */
  signOut: () => Promise<void>;
  /** Leaves for the sign-in page, to come back to this address after it. */
  leaveAndReturn: () => Promise<void>;
  /** Whether the session has ended over something unsaved: the page stays for its owner to sign in again. */
  isInterrupted: () => boolean;
  /**
   * Signs in over the page. The same person goes on; anybody else leaves it. False when the profile cannot
   * be had, so that nobody knows who it is. @throws ApiError
   */
  signInAgain: (credentials: SignIn) => Promise<boolean>;
  onChange: (listener: () => void) => () => void;
}

interface SessionEndOptions {
  session: Session;
  profile: ProfileStore;
  realtime: Pick<Realtime, 'connect' | 'disconnect' | 'close'>;
  unsaved: Unsaved;
  undo: Pick<UndoQueue, 'sendAll'>;
  storage: Storage;
  /** Leaves the document for another page, so that no cached data survives. */
  leaveFor: (path: string) => void;
}

/**
 * Follows the session to its end. One that ends by itself (refused refresh, sign-out in another tab)
 * leaves for the sign-in page, unless that would lose what somebody has typed.
 */
export const createSessionEnd = (options: SessionEndOptions): SessionEnd => {
  const { session, profile, realtime, unsaved, undo, storage } = options;
  const listeners = createListeners();
  const way = wayOut(options);
  let isInterrupted = false;
  let isSigningIn = false;

  const interrupt = (isNow: boolean): void => {
    isInterrupted = isNow;
    listeners.notify();
  };
  /** Somebody signed in over the unsaved page, here or in another tab; false when it is not known who. */
  const resume = async (): Promise<boolean> => {
    const owner = profile.current()?.id;
    // Once the profile is another person's, what they may not open is left by itself.
    const address = window.location.pathname;
    const person = await profile.reload();
    if (!person) return false;
    if (way.isLeaving() || !isInterrupted) return true;
    if (person.id === owner) {
      realtime.connect();
      interrupt(false);
    } else way.toSomebodyElse(address);
    return true;
  };

  session.onChange(change => {
    if (way.isLeaving()) return;
    if (change === 'signed-out' && unsaved.has()) {
      realtime.disconnect();
      interrupt(true);
    } else if (change === 'signed-out') void way.andReturn();
    else if (change === 'signed-in' && !isInterrupted) way.toSomebodyElse();
    else if (change === 'signed-in' && !isSigningIn) void resume();
  });

  return {
    signOut: async () => {
      if (way.isLeaving()) return;
      clearReturnUrl(storage);
      // While the token still counts.
      await Promise.all([unsaved.giveUp(), undo.sendAll()]);
      await way.out();
    },
    leaveAndReturn: way.andReturn,
    isInterrupted: () => isInterrupted,
    signInAgain: async credentials => {
      isSigningIn = true;
      try {
        await session.signIn(credentials);
        return await resume();
      } finally {
        isSigningIn = false;
      }
    },
    onChange: listeners.add,
  };
};

/** The ways out of the document, of which one is taken once. */
const wayOut = ({ session, profile, realtime, unsaved, storage, leaveFor }: SessionEndOptions) => {
  let isLeaving = false;
  /** §4: the socket, the profile, then the tokens and their backup. */
  const out = async (): Promise<void> => {
    isLeaving = true;
    unsaved.letGo();
    await session.signOut(() => {
      realtime.close();
      profile.clear();
    });
    leaveFor(LOGIN);
  };
  return {
    isLeaving: () => isLeaving,
    out,
    andReturn: async (): Promise<void> => {
      if (isLeaving) return;
      saveReturnUrl(storage, window.location);
      await out();
    },
    /** What is shown belongs to another person than the one who is signed in now. */
    toSomebodyElse: (address = window.location.pathname): void => {
      isLeaving = true;
      unsaved.letGo();
      leaveFor(address);
    },
  };
};

/** The end of the session, and whether the page waits for its owner; kept up to date. */
export const useSessionEnd = (): SessionEnd & { isWaiting: boolean } => {
  const end = useService('sessionEnd');
  const isWaiting = useSyncExternalStore(end.onChange, end.isInterrupted);
  return { ...end, isWaiting };
};
