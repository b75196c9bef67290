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
  /** Which rule guards an action (`list`, `create`, `edit`, `delete`, …) on a resource; none closes it. */
  accessOf: (resource: string, action: string) => Access | undefined;
}

/** react-admin's view of the session; leaving is `sessionEnd`'s, by loading another document. */
export const createAuthProvider = ({ session, profile, sessionEnd, accessOf }: AuthOptions): AuthProvider => {
  const known = async (): Promise<Profile> => {
    const found = profile.current() ?? (await profile.load());
    if (!found) throw new Error('The profile could not be loaded');
    return found;
  };

  return {
    login: credentials => session.signIn(credentials),
    logout: async () => {
      await sessionEnd.signOut();
      // react-admin must not navigate: the document is being left.
      return false;
    },
    checkAuth: async () => {
      if (session.isSignedIn() || sessionEnd.isInterrupted()) return;
      void sessionEnd.leaveAndReturn();
      // react-admin logs out on a rejection, which is under way, and is to say nothing.
      throw { redirectTo: '/login', message: false };
    },
    // §8: a 401 is the client's affair, a 403 is silent; no error of a call signs out.
    checkError: async () => undefined,
    getPermissions: async () => {
      if (!session.isSignedIn()) return [];
      return (await known()).permissions.map(({ slug }) => slug);
    },
    getIdentity: async (): Promise<Identity> => {
      const person = await known();
      const { id, first_name, last_name, avatar } = person;
      const fullName = [first_name, last_name].filter(Boolean).join(' ');
      return { id, fullName, ...(avatar && { avatar: avatar.url }), profile: person };
    },
    canAccess: async ({ resource, action }) => {
      if (!profile.current()) await profile.load();
      return profile.can(accessOf(resource, action));
    },
  };
};
