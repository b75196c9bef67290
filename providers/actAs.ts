import { createContext, useContext, useSyncExternalStore } from 'react';
import { HOME } from '#contract/addresses.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { Api } from './http.ts';
import { createListeners } from './listeners.ts';
import type { ProfileStore } from './profile.ts';
import type { Session } from './session.ts';
import type { Unsaved } from './unsaved.ts';

/** Acting as another user (§4). Who starts it checks the rule of `endpoints.auth.actAs` first. */
export interface ActAs {
  /**
   * Sets the flag, fetches the other user's tokens and profile, then leaves for the start page, whose
   * document fetches the menu. Where one of them fails everything is as it was, and `onFailure` is told.
   */
  start: (userId: number) => Promise<void>;
  /** Goes back to the own account; nothing of the other user's session is left. */
  stop: () => Promise<void>;
  /** Whether somebody acts as another user; known from the stored backup, and so after a reload too. */
  isActing: () => boolean;
  /** Whether one account is being left for the other: nothing of either is to be shown. */
  isSwitching: () => boolean;
  onChange: (listener: () => void) => () => void;
  /** Hears that another user could not be acted as. */
  onFailure: (listener: () => void) => () => void;
}

interface ActAsOptions {
  api: Api;
  session: Pick<Session, 'actAs' | 'isActing' | 'restoreBackup'>;
  profile: Pick<ProfileStore, 'reload'>;
  unsaved: Pick<Unsaved, 'letGo'>;
  /** Leaves the document for another page: caches, preferences and the socket are one person's. */
  leaveFor: (path: string) => void;
}

/** Acting as another user over the session: the backup pair is the flag. */
export const createActAs = ({ api, session, profile, unsaved, leaveFor }: ActAsOptions): ActAs => {
  const changed = createListeners();
  const failed = createListeners();
  let isSwitching = false;

  const setSwitching = (isNow: boolean): void => {
    isSwitching = isNow;
    changed.tell();
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
      if (await takeOver(userId)) return arrive();
      setSwitching(false);
      failed.tell();
    },
    stop: async () => {
      if (isSwitching || !session.restoreBackup()) return;
      setSwitching(true);
      await profile.reload();
      arrive();
    },
    isActing: session.isActing,
    isSwitching: () => isSwitching,
    onChange: changed.add,
    onFailure: failed.add,
  };
};

export const ActAsContext = createContext<ActAs | null>(null);

/** Acting as another user, with where it stands, kept up to date. @throws outside `<ActAsContext>` */
export const useActAs = (): ActAs & { isUnderWay: boolean } => {
  const actAs = useContext(ActAsContext);
  if (!actAs) throw new Error('useActAs must be called below <ActAsContext>');
  const isUnderWay = useSyncExternalStore(actAs.onChange, actAs.isSwitching);
  return { ...actAs, isUnderWay };
};
