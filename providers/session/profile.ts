import { type UserIdentity, useGetIdentity, usePermissions } from 'ra-core';
import { useMemo } from 'react';
import { endpoints } from '#contract/endpoints.ts';
import { type Access, allows } from '#contract/permissions.ts';
import { Profile } from '#contract/session.ts';
import type { Api } from '../http/http.ts';
import { createListeners } from '../realtime/listeners.ts';
import { useService } from '../ServicesContext.ts';
import { PROFILE_KEY } from './profileKey.ts';

/** Who is signed in and what they may do (§3, §6). */
export interface ProfileStore {
  /** The profile as last known; at first the one stored by the last visit, so that the menu can be drawn at once. */
  current: () => Profile | null;
  /** Fetches the profile once, however many callers ask; §8: a failure yields false, and a later call tries again. */
  load: () => Promise<Profile | false>;
  /** Fetches it again: permissions may have changed. */
  reload: () => Promise<Profile | false>;
  /** Whether the person may pass a rule of the contract; nobody may while the profile is unknown. */
  can: (access: Access | undefined) => boolean;
  /** Forgets the profile (§4: sign-out). */
  clear: () => void;
  /** Called with every new profile, and with null when it is cleared; returns the unsubscribe. */
  onChange: (listener: (profile: Profile | null) => void) => () => void;
}

/** What `authProvider.getIdentity` gives: react-admin's fields, and the profile that they are of. */
export interface Identity extends UserIdentity {
  profile: Profile;
}

interface ProfileOptions {
  api: Api;
  storage: Storage;
  /** The user whom the access token names; a stored profile of anybody else is ignored. */
  userId?: () => string | undefined;
}

/** The profile over `GET /profile` and the browser's storage. */
export const createProfileStore = ({ api, storage, userId }: ProfileOptions): ProfileStore => {
  const listeners = createListeners<[Profile | null]>();
  const kept = parse(storage.getItem(PROFILE_KEY));
  let current = kept && String(kept.id) === (userId?.() ?? String(kept.id)) ? kept : null;
  let granted = slugsOf(current);
  let loading: Promise<Profile | false> | null = null;

  const set = (profile: Profile | null): void => {
    current = profile;
    granted = slugsOf(profile);
    if (profile) storage.setItem(PROFILE_KEY, JSON.stringify(profile));
    else storage.removeItem(PROFILE_KEY);
    listeners.notify(profile);
  };
  const fetchProfile = (): Promise<Profile | false> => {
    const asked = api(endpoints.auth.profile).then(
      ({ user }): Profile | false => {
        // Signed out or asked again meanwhile: a late answer must not bring the person back.
        if (loading !== asked) return false;
        set(user);
        return user;
      },
      (): false => {
        if (loading === asked) loading = null;
        return false;
      },
    );
    loading = asked;
    return asked;
  };

  return {
    current: () => current,
    load: () => loading ?? fetchProfile(),
    reload: fetchProfile,
    can: access => allows(access, granted),
    clear: () => {
      loading = null;
      set(null);
    },
    onChange: listeners.add,
  };
};

const slugsOf = (profile: Profile | null): ReadonlySet<string> | null =>
  profile && new Set(profile.permissions.map(({ slug }) => slug));

const parse = (text: string | null): Profile | null => {
  if (!text) return null;
  try {
    return Profile.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
};

/** The profile, as react-admin's identity carries it; null while it is unknown. */
export const useProfile = (): Profile | null => {
  const { identity } = useGetIdentity();
  return (identity as Identity | undefined)?.profile ?? null;
};

/** Fetches the profile again after something in it was changed. */
export const useReloadProfile = (): ProfileStore['reload'] => useService('profile').reload;

/** Whether react-admin's permissions pass a rule of the contract. */
export const useCan = (): ProfileStore['can'] => {
  const { permissions } = usePermissions<readonly string[]>();
  return useMemo(() => {
    const granted = permissions ? new Set(permissions) : null;
    return access => allows(access, granted);
  }, [permissions]);
};
