import { useSyncExternalStore } from 'react';
import { LOGIN_PATH } from '#contract/addresses.ts';
import type { UndoQueue } from '../cache/undo.ts';
import type { UnsavedForms } from '../forms/unsavedForms.ts';
import { createListeners } from '../realtime/listeners.ts';
import type { Realtime } from '../realtime/realtime.ts';
import { useService } from '../ServicesContext.ts';
import type { ProfileStore } from './profile.ts';
import { clearReturnUrl, saveReturnUrl } from './returnUrl.ts';
import type { Session } from './session.ts';
import type { SignIn } from './sessionCalls.ts';

export interface SessionEnd {
  signOut: () => Promise<void>;
  leaveAndReturn: () => Promise<void>;
  /** The session ended while there was unsaved input, so the page waits for the same user to sign in again. */
  isInterrupted: () => boolean;
  /**
   * Signs in without leaving the page. The same user can continue; for any other user a new document is loaded.
   * Resolves to false if the profile cannot be fetched and the user is unknown. @throws ApiError
   */
  signInAgain: (credentials: SignIn) => Promise<boolean>;
  onChange: (listener: () => void) => () => void;
}

interface SessionEndOptions {
  session: Session;
  profile: ProfileStore;
  realtime: Pick<Realtime, 'connect' | 'disconnect' | 'close'>;
  unsavedForms: UnsavedForms;
  undo: Pick<UndoQueue, 'flush'>;
  storage: Storage;
  /** Loads a new document, so that no cached data survives. */
  loadDocument: (path: string) => void;
}

/**
 * If a session ends by itself (because a refresh was refused, or the user signed out in another tab), loads the sign-in
 * page, unless unsaved input would be lost.
 */
export const createSessionEnd = (options: SessionEndOptions): SessionEnd => {
  const { session, profile, realtime, unsavedForms, undo, storage } = options;
  const listeners = createListeners();
  const exit = createExit(options);
  let isInterrupted = false;
  let isSigningIn = false;

  const interrupt = (newValue: boolean): void => {
    isInterrupted = newValue;
    listeners.notify();
  };
  const resume = async (): Promise<boolean> => {
    const owner = profile.current()?.id;
    // Read before the reload, because with another user's permissions react-admin navigates away from forbidden pages.
    const address = window.location.pathname;
    const reloadedProfile = await profile.reload();
    if (!reloadedProfile) return false;
    if (exit.isLeaving() || !isInterrupted) return true;
    if (reloadedProfile.id === owner) {
      realtime.connect();
      interrupt(false);
    } else exit.reloadForOtherUser(address);
    return true;
  };

  session.onChange(change => {
    if (exit.isLeaving()) return;
    if (change === 'signed-out' && unsavedForms.hasUnsaved()) {
      realtime.disconnect();
      interrupt(true);
    } else if (change === 'signed-out') void exit.signOutAndReturn();
    else if (change === 'signed-in' && !isInterrupted) exit.reloadForOtherUser();
    else if (change === 'signed-in' && !isSigningIn) void resume();
  });

  return {
    signOut: async () => {
      if (exit.isLeaving()) return;
      clearReturnUrl(storage);
      // This must happen before signing out, because held writes still need the access token.
      await Promise.all([unsavedForms.discard(), undo.flush()]);
      await exit.out();
    },
    leaveAndReturn: exit.signOutAndReturn,
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

/** Only the first call has an effect, because after it another document is already loading. */
const createExit = ({ session, profile, realtime, unsavedForms, storage, loadDocument }: SessionEndOptions) => {
  let isLeaving = false;
  /** §4 order: the socket, the profile, then the tokens and their backup. */
  const leaveSession = async (): Promise<void> => {
    isLeaving = true;
    unsavedForms.allowUnload();
    // The socket and the profile are cleared only after the call, because screens that are still mounted would
    // otherwise reconnect the socket.
    await session.signOut(() => {
      realtime.close();
      profile.clear();
    });
    loadDocument(LOGIN_PATH);
  };
  return {
    isLeaving: () => isLeaving,
    out: leaveSession,
    signOutAndReturn: async (): Promise<void> => {
      if (isLeaving) return;
      saveReturnUrl(storage, window.location);
      await leaveSession();
    },
    /** The data on the screen does not belong to the user who is now signed in, so all of it has to be discarded. */
    reloadForOtherUser: (address = window.location.pathname): void => {
      isLeaving = true;
      unsavedForms.allowUnload();
      loadDocument(address);
    },
  };
};

export const useSessionEnd = (): SessionEnd & { isWaiting: boolean } => {
  const end = useService('sessionEnd');
  const isWaiting = useSyncExternalStore(end.onChange, end.isInterrupted);
  return { ...end, isWaiting };
};
