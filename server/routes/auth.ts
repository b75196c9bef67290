import { eq } from 'drizzle-orm';
import { getAvatarUrl } from '#contract/images.ts';
import { PASSWORD_RESET_SECONDS } from '#contract/limits.ts';
import { changeOwnEmail } from '../accounts/people/ownEmail.ts';
import { assertProfileEditable, changeOwnProfile, setAvatar } from '../accounts/people/ownProfile.ts';
import { actAs } from '../accounts/session/acting.ts';
import type { Caller } from '../accounts/session/caller.ts';
import { getClientNetwork } from '../accounts/session/clientNetwork.ts';
import { changeOwnPassword } from '../accounts/session/ownPassword.ts';
import { isLinkValid, resetPassword, sendResetLink } from '../accounts/session/passwordReset.ts';
import { type IssuedTokens, refreshSession, signOut } from '../accounts/session/session.ts';
import { createSignIn } from '../accounts/session/signIn.ts';
import { createSocketToken } from '../accounts/session/socketToken.ts';
import { countAttempt } from '../accounts/session/throttle.ts';
import { avatars, roles, users } from '../db/schema.ts';
import type { Handlers } from '../http/bindEndpoints.ts';
import type { ServerDeps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';
import { type ReceivedFile, withFiles } from '../media/images/receivedFiles.ts';
import { ImageRefusal } from '../media/images/refusal.ts';
import { storeUpload, withImageRefusal } from '../media/images/storeUpload.ts';
import { countRefusal } from '../security/refusals.ts';

export const authHandlers = (deps: ServerDeps, signIn = createSignIn(deps)): Handlers['auth'] => ({
  login: async ({ body, context }) => toTokenPair(await signIn(body, getClientNetwork(context, deps.config))),
  restore: async ({ body, context }) => {
    const network = getClientNetwork(context, deps.config);
    await countAttempt(deps, 'restoreFrom', network);
    await countAttempt(deps, 'restore', body.email, network);
    // Runs after the response, so that its timing does not reveal whether the address has an account.
    deps.backgroundTasks.run('restore', () => sendResetLink(deps, body.email, network));
    return { valid_seconds: PASSWORD_RESET_SECONDS };
  },
  resetPassword: async ({ body, context }) => {
    const network = getClientNetwork(context, deps.config);
    if (!(await isLinkValid(deps, body.token))) {
      // Only invalid links are counted, so that other people's guesses cannot delay the owner of a valid link.
      await countAttempt(deps, 'reset', network);
      await countRefusal(deps, { kind: 'reset_refused', userId: null, network });
      throw new ApiFailure('invalid', { text: 'resetSpent' });
    }
    return toTokenPair(await resetPassword(deps, body.token, body.password, network));
  },
  actAs: async ({ caller, params }) => toTokenPair(await actAs(deps, caller, params.id)),
  refresh: async ({ body, context }) => {
    const tokens = await refreshSession(deps, body.refresh_token, getClientNetwork(context, deps.config));
    if (!tokens) throw new ApiFailure('unauthorized');
    return { token: tokens.access, refresh_token: tokens.refresh };
  },
  logout: async ({ caller }) => {
    await signOut(deps, caller);
    return null;
  },
  profile: async ({ caller }) => ({ user: await readProfile(deps, caller) }),
  changeProfile: async ({ caller, body }) => {
    await changeOwnProfile(deps, caller, body);
    return { user: await readProfile(deps, caller) };
  },
  setAvatar: async ({ caller, context }) => {
    assertProfileEditable(caller);
    let name = '';
    const take = ([file, ...extraFiles]: ReceivedFile[]): Promise<string> => {
      if (!file || extraFiles.length > 0) throw new ImageRefusal('oneInPlace');
      name = file.fileName;
      return storeUpload(deps, file);
    };
    const key = await withImageRefusal(
      () => withFiles(context.req.raw, 'image', deps.config.dataDir, take),
      () => name,
    );
    await setAvatar(deps, caller, key);
    return { user: await readProfile(deps, caller) };
  },
  changePassword: async ({ caller, body, context }) => {
    await changeOwnPassword(deps, caller, body, getClientNetwork(context, deps.config));
    return null;
  },
  changeEmail: async ({ caller, body }) => {
    await changeOwnEmail(deps, caller, body);
    return null;
  },
  socketToken: async ({ caller }) => ({ token: await createSocketToken(deps, caller.sessionId) }),
});

const toTokenPair = ({ access, refresh }: IssuedTokens) => ({
  accessToken: { token: access },
  refreshToken: { token: refresh },
});

const readProfile = async ({ db }: ServerDeps, { id, grantedSlugs, actor }: Caller) => {
  const [row] = await db
    .select({ user: users, role: roles.name, avatar: avatars })
    .from(users)
    .innerJoin(roles, eq(roles.slug, users.role))
    .leftJoin(avatars, eq(avatars.user_id, users.id))
    .where(eq(users.id, id));
  if (!row) throw new ApiFailure('unauthorized');
  const { first_name, last_name, middle_name, role } = row.user;
  return {
    id,
    first_name,
    last_name,
    middle_name,
    avatar: row.avatar && { id: row.avatar.id, url: getAvatarUrl(row.avatar.key, 'small') },
    role: { slug: role, name: row.role },
    permissions: [...grantedSlugs].sort().map(slug => ({ slug })),
    ...(actor && {
      acted_by: {
        id: actor.id,
        first_name: actor.first_name,
        last_name: actor.last_name,
        until: actor.until.toISOString(),
      },
    }),
  };
};
