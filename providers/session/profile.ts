import { type UserIdentity, useGetIdentity, usePermissions } from 'ra-core';
import { useMemo } from 'react';
import { endpoints } from '#contract/endpoints.ts';
import { type Access, isAllowed } from '#contract/permissions.ts';
import { Profile } from '#contract/session.ts';
import { isTransient } from '../http/errors.ts';
import type { Api } from '../http/http.ts';
import { createListeners } from '../realtime/listeners.ts';
import { useService } from '../ServicesContext.ts';
import { PROFILE_KEY } from './profileKey.ts';

export interface ProfileStore {
  /** Starts with the profile stored during the last visit, so that the menu renders immediately. */
  current: () => Profile | null;
  /** Fetches once and shares the promise. §8: a failure resolves to false, and the next call retries. */
  load: () => Promise<Profile | false>;
  /** Always fetches, because permissions may have changed. */
  reload: () => Promise<Profile | false>;
  can: (access: Access | undefined) => boolean;
  /** §4: part of signing out. */
  clear: () => void;
  /** Fires with each new profile, and with null when it is cleared; returns the unsubscribe function. */
  onChange: (listener: (profile: Profile | null) => void) => () => void;
}

export interface Identity extends UserIdentity {
  profile: Profile;
}

interface ProfileOptions {
  api: Api;
  storage: Storage;
  /** A stored profile of any other user is ignored, because another user may have signed in since. */
  userId?: () => string | undefined;
}

/** Persists the profile in `storage`, so that the next visit can render the menu before the network responds. */
export const createProfileStore = ({ api, storage, userId }: ProfileOptions): ProfileStore => {
  const listeners = createListeners<[Profile | null]>();
  const storedProfile = parseProfile(storage.getItem(PROFILE_KEY));
  let current =
    storedProfile && String(storedProfile.id) === (userId?.() ?? String(storedProfile.id)) ? storedProfile : null;
  let grantedSlugs = getGrantedSlugs(current);
  let pendingLoad: Promise<Profile | false> | null = null;

  const set = (profile: Profile | null): void => {
    current = profile;
    grantedSlugs = getGrantedSlugs(profile);
    if (profile) storage.setItem(PROFILE_KEY, JSON.stringify(profile));
    else storage.removeItem(PROFILE_KEY);
    listeners.notify(profile);
  };
  const fetchProfile = (): Promise<Profile | false> => {
    const request = api(endpoints.auth.profile).then(
      ({ user }): Profile | false => {
        // The user has signed out, or the profile has been reloaded in the meantime. A late response must not restore
        // the previous user.
        if (pendingLoad !== request) return false;
        set(user);
        return user;
      },
      (error: unknown): false => {
        if (pendingLoad === request) pendingLoad = null;
        // The server responded, so the profile stored by the last visit may be out of date.
        if (current === storedProfile && !isTransient(error)) [current, grantedSlugs] = [null, null];
        return false;
      },
    );
    pendingLoad = request;
    return request;
  };

  return {
    current: () => current,
    load: () => pendingLoad ?? fetchProfile(),
    reload: fetchProfile,
    can: access => isAllowed(access, grantedSlugs),
    clear: () => {
      pendingLoad = null;
      set(null);
    },
    onChange: listeners.add,
  };
};

const getGrantedSlugs = (profile: Profile | null): ReadonlySet<string> | null =>
  profile && new Set(profile.permissions.map(({ slug }) => slug));

const parseProfile = (text: string | null): Profile | null => {
  if (!text) return null;
  try {
    return Profile.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
};

export const useProfile = (): Profile | null => {
  const { identity } = useGetIdentity();
  return (identity as Identity | undefined)?.profile ?? null;
};

export const useReloadProfile = (): ProfileStore['reload'] => useService('profile').reload;

/** Reads react-admin's permissions rather than the profile, because they re-render when they change. */
export const useCan = (): ProfileStore['can'] => {
  const { permissions } = usePermissions<readonly string[]>();
  return useMemo(() => {
    const grantedSlugs = permissions ? new Set(permissions) : null;
    return access => isAllowed(access, grantedSlugs);
  }, [permissions]);
};
