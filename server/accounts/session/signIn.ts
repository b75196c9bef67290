import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { SIGN_IN_REFUSAL_DELAY_MS } from '#contract/limits.ts';
import type { Credentials } from '#contract/session.ts';
import { users } from '../../db/schema.ts';
import type { ServerDeps } from '../../http/deps.ts';
import { ApiFailure } from '../../http/errors.ts';
import { countRefusal } from '../../security/refusals.ts';
import { isDemoAccountElsewhere } from './caller.ts';
import type { PasswordHasher } from './passwords.ts';
import { beginSession, type IssuedTokens } from './session.ts';
import { clearAttempts, countAttempt, createWaitCheck, readSecondsToWait } from './throttle.ts';

/** @throws {ApiFailure} 400 for wrong credentials or a user who may not sign in, 429 after too many attempts */
export const createSignIn = (deps: ServerDeps) => {
  const requireNoWait = createWaitCheck(deps, 'wrongSignIn');
  const signIn = async (credentials: z.output<typeof Credentials>, network: string): Promise<IssuedTokens> => {
    const { email, remember } = credentials;
    const { user, isPasswordRight } = await deps.passwords(network, async hasher => {
      await requireNoWait(network);
      await countAttempt(deps, 'signIn', email, network);
      const signInResult = await authenticateUser(deps, credentials, hasher);
      // Attempts are counted only afterwards, because a successful sign-in must not count. Until then, the queue limits
      // their number.
      if (!signInResult.isPasswordRight) await readSecondsToWait(deps, 'wrongSignIn', network);
      return signInResult;
    });
    const reject = (text: 'badCredentials' | 'blocked' | 'demoElsewhere') => recordRefusal(deps, user, network, text);
    if (!user || !isPasswordRight) throw await reject('badCredentials');
    if (user.status === 'blocked') throw await reject('blocked');
    if (isDemoAccountElsewhere(user.email, deps.config)) throw await reject('demoElsewhere');
    const tokens = await beginSession(deps, user, remember, network);
    await clearAttempts(deps, 'signIn', email, network);
    return tokens;
  };
  return (...args: Parameters<typeof signIn>): Promise<IssuedTokens> =>
    signIn(...args).catch(async (error: unknown) => {
      const isTooMany = error instanceof ApiFailure && error.kind === 'tooMany';
      if (isTooMany) await sleep(deps.refusalDelay ?? SIGN_IN_REFUSAL_DELAY_MS);
      throw error;
    });
};

type SignInUser = typeof users.$inferSelect;

/**
 * Records a refused sign-in as a security event of the account with this address. The address itself is not stored,
 * because people sometimes type their password into that field.
 */
const recordRefusal = async (
  deps: ServerDeps,
  user: SignInUser | undefined,
  network: string,
  text: 'badCredentials' | 'blocked' | 'demoElsewhere',
): Promise<ApiFailure> => {
  await countRefusal(deps, { kind: 'sign_in_refused', userId: user?.id ?? null, network });
  return new ApiFailure('invalid', { text });
};

/**
 * Checks credentials. An unknown address yields the same result as a wrong password, after the same time, so that
 * nobody can find out which addresses have accounts.
 */
const authenticateUser = async (
  { db }: ServerDeps,
  { email, password }: z.output<typeof Credentials>,
  { verify }: PasswordHasher,
): Promise<{ user: SignInUser | undefined; isPasswordRight: boolean }> => {
  const [user] = await db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email));
  const isPasswordRight = await verify(password, user?.password ?? null);
  return { user, isPasswordRight };
};
