import type { AuthProvider } from 'ra-core';
import type { Access } from '#contract/permissions.ts';
import type { Profile } from '#contract/session.ts';
import type { Identity, ProfileStore } from './session/profile.ts';
import type { Session } from './session/session.ts';
import type { SessionEnd } from './session/sessionEnd.ts';

interface AuthOptions {
  session: Session;
  profile: ProfileStore;
  sessionEnd: SessionEnd;
  /** The access rule for an action (`list`, `create`, `edit`, `delete`, …) on a resource; undefined denies it. */
  getAccess: (resource: string, action: string) => Access | undefined;
}

/** react-admin's view of the session. Signing out uses `sessionEnd`, because it loads a new document. */
export const createAuthProvider = ({ session, profile, sessionEnd, getAccess }: AuthOptions): AuthProvider => {
  const requireProfile = async (): Promise<Profile> => {
    const currentProfile = profile.current() ?? (await profile.load());
    if (!currentProfile) throw new Error('The profile could not be loaded');
    return currentProfile;
  };

  return {
    login: credentials => session.signIn(credentials),
    logout: async () => {
      await sessionEnd.signOut();
      // Returning false keeps react-admin from navigating, because `sessionEnd` is already loading another document.
      return false;
    },
    checkAuth: async () => {
      if (session.isSignedIn() || sessionEnd.isInterrupted()) return;
      void sessionEnd.leaveAndReturn();
      // After a rejection react-admin logs out and shows a notice. The sign-out has already begun, so `message: false`
      // suppresses the notice.
      throw { redirectTo: '/login', message: false };
    },
    // §8: the HTTP client handles 401 and a 403 is silent, so no failed request may sign the user out.
    checkError: async () => undefined,
    getPermissions: async () => {
      if (!session.isSignedIn()) return [];
      return (await requireProfile()).permissions.map(({ slug }) => slug);
    },
    getIdentity: async (): Promise<Identity> => {
      const user = await requireProfile();
      const { id, first_name, last_name, avatar } = user;
      const fullName = [first_name, last_name].filter(Boolean).join(' ');
      return { id, fullName, ...(avatar && { avatar: avatar.url }), profile: user };
    },
    canAccess: async ({ resource, action }) => {
      if (!profile.current()) await profile.load();
      return profile.can(getAccess(resource, action));
    },
  };
};
