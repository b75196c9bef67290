import { useSyncExternalStore } from 'react';
import { HOME } from '#contract/addresses.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { UndoQueue } from '../cache/undo.ts';
import type { Unsaved } from '../forms/unsaved.ts';
import type { Api } from '../http/http.ts';
import { createListeners } from '../realtime/listeners.ts';
import { useService } from '../ServicesContext.ts';
import type { ProfileStore } from './profile.ts';
import type { Session } from './session.ts';

/** Acting as another user (§4). Callers check the access of `endpoints.auth.actAs` before they offer it. */
export interface ActAs {
  /**
   * Sets the flag, fetches the other user's tokens and profile, then leaves for the start page, whose
   * document fetches the menu. Where one of them fails, everything is restored and `onFailure` is called.
   */
  start: (userId: number) => Promise<void>;
  /** Returns to one's own account and ends the other user's session. */
  stop: () => Promise<void>;
  /** Whether somebody acts as another user. Read from the stored backup, so that it survives a reload. */
  isActing: () => boolean;
  /** Whether the switch is under way; nothing of either account may be shown meanwhile. */
  isSwitching: () => boolean;
  onChange: (listener: () => void) => () => void;
  /** Called when acting as another user failed. */
  onFailure: (listener: () => void) => () => void;
}

interface ActAsOptions {
  api: Api;
  session: Pick<Session, 'actAs' | 'isActing' | 'restoreBackup'>;
  profile: Pick<ProfileStore, 'reload'>;
  unsaved: Pick<Unsaved, 'letGo'>;
  /** Writes that can still be undone have to be sent by the account that made them. */
  undo: Pick<UndoQueue, 'sendAll'>;
  /** Loads another document: caches, preferences and the socket belong to one person. */
  leaveFor: (path: string) => void;
}

/** Acting as another user over the session: the backup pair is the flag. */
export const createActAs = ({ api, session, profile, unsaved, undo, leaveFor }: ActAsOptions): ActAs => {
  const changed = createListeners();
  const failed = createListeners();
  let isSwitching = false;

  const setSwitching = (isNow: boolean): void => {
    isSwitching = isNow;
    changed.notify();
  };
  const arrive = (): void => {
    unsaved.letGo();
    leaveFor(HOME);
  };
  /** The other user's tokens and profile; false when either could not be had. */
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

  return {
    start: async userId => {
      if (isSwitching) return;
      setSwitching(true);
      await undo.sendAll();
      if (await takeOver(userId)) return arrive();
      setSwitching(false);
      failed.notify();
    },
    stop: async () => {
      if (isSwitching || !session.isActing()) return;
      setSwitching(true);
      await undo.sendAll();
      session.restoreBackup();
      await profile.reload();
      arrive();
    },
    isActing: session.isActing,
    isSwitching: () => isSwitching,
    onChange: changed.add,
    onFailure: failed.add,
  };
};

/** Acting as another user, with its state; re-renders on change. */
export const useActAs = (): ActAs & { isUnderWay: boolean } => {
  const actAs = useService('actAs');
  const isUnderWay = useSyncExternalStore(actAs.onChange, actAs.isSwitching);
  return { ...actAs, isUnderWay };
};
