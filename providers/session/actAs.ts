import { useSyncExternalStore } from 'react';
import { HOME_PATH } from '#contract/addresses.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { UndoQueue } from '../cache/undo.ts';
import type { UnsavedForms } from '../forms/unsavedForms.ts';
import type { Api } from '../http/http.ts';
import { createListeners } from '../realtime/listeners.ts';
import { useService } from '../ServicesContext.ts';
import type { ProfileStore } from './profile.ts';
import { saveReturnUrl, takeReturnUrl } from './returnUrl.ts';
import type { Session } from './session.ts';

/** Acting as another user (§4). Callers check the access of `endpoints.auth.actAs` before offering it. */
export interface ActAs {
  /**
   * Fetches the other user's tokens and profile, then loads the start page in a new document. The current address is
   * stored for the return. If that fails, the previous state is restored and the `onFailure` listeners are called.
   */
  start: (userId: number) => Promise<void>;
  stop: () => Promise<void>;
  /** Derived from the stored backup, so it survives a reload. */
  isActing: () => boolean;
  /** True during the switch, when neither account's data may be shown. */
  isSwitching: () => boolean;
  onChange: (listener: () => void) => () => void;
  onFailure: (listener: () => void) => () => void;
  /**
   * True once after the server has ended the impersonation, so that the user's own account was restored without any
   * action by the user.
   */
  takeEnded: () => boolean;
}

interface ActAsOptions {
  api: Api;
  session: Pick<Session, 'actAs' | 'isActing' | 'restoreBackup' | 'onChange'>;
  profile: Pick<ProfileStore, 'reload'>;
  unsavedForms: Pick<UnsavedForms, 'allowUnload'>;
  /**
   * Flushed before the switch, because pending undoable writes have to be sent in the name of the user who made them.
   */
  undo: Pick<UndoQueue, 'flush'>;
  storage: Storage;
  tabStorage: Storage;
  /** Loads a new document, because caches, preferences and the socket belong to one user. */
  loadDocument: (path: string) => void;
}

const ENDED_KEY = 'vitrina.acting.ended';

const createReturnPoint = ({ storage, tabStorage }: Pick<ActAsOptions, 'storage' | 'tabStorage'>) => ({
  save: () => saveReturnUrl(storage, window.location),
  take: () => takeReturnUrl(storage, window.location.origin, HOME_PATH),
  saveEnded: () => tabStorage.setItem(ENDED_KEY, '1'),
  takeEnded: () => {
    const hasEnded = tabStorage.getItem(ENDED_KEY) !== null;
    tabStorage.removeItem(ENDED_KEY);
    return hasEnded;
  },
});

/** The backup token pair doubles as the flag, so the two cannot disagree. */
export const createActAs = (options: ActAsOptions): ActAs => {
  const { api, session, profile, unsavedForms, undo, loadDocument } = options;
  const returnPoint = createReturnPoint(options);
  const changeListeners = createListeners();
  const failureListeners = createListeners();
  let isSwitching = false;

  const setSwitching = (newValue: boolean): void => {
    isSwitching = newValue;
    changeListeners.notify();
  };
  const load = (address: string): void => {
    unsavedForms.allowUnload();
    loadDocument(address);
  };
  const takeOver = async (userId: number): Promise<boolean> => {
    try {
      const { accessToken, refreshToken } = await api(endpoints.auth.actAs, { params: { id: userId } });
      session.actAs({ access: accessToken, refresh: refreshToken });
    } catch {
      return false;
    }
    if (await profile.reload()) return true;
    session.restoreBackup();
    await profile.reload();
    return false;
  };

  session.onChange(change => {
    if (change !== 'returned') return;
    returnPoint.saveEnded();
    setSwitching(true);
    load(returnPoint.take());
  });

  return {
    start: async userId => {
      if (isSwitching) return;
      setSwitching(true);
      await undo.flush();
      if (await takeOver(userId)) {
        returnPoint.save();
        return load(HOME_PATH);
      }
      setSwitching(false);
      failureListeners.notify();
    },
    stop: async () => {
      if (isSwitching || !session.isActing()) return;
      setSwitching(true);
      await undo.flush();
      session.restoreBackup();
      await profile.reload();
      load(returnPoint.take());
    },
    isActing: session.isActing,
    isSwitching: () => isSwitching,
    onChange: changeListeners.add,
    onFailure: failureListeners.add,
    takeEnded: returnPoint.takeEnded,
  };
};

export const useActAs = (): ActAs & { isUnderWay: boolean } => {
  const actAs = useService('actAs');
  const isUnderWay = useSyncExternalStore(actAs.onChange, actAs.isSwitching);
  return { ...actAs, isUnderWay };
};
