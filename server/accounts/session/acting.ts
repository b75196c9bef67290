import { eq, sql } from 'drizzle-orm';
import { IMPERSONATION_SECONDS } from '#contract/limits.ts';
import { queryRows } from '../../db/database.ts';
import { sessions } from '../../db/schema.ts';
import type { ServerDeps } from '../../http/deps.ts';
import { ApiFailure } from '../../http/errors.ts';
import { recordEvent } from '../../security/recordEvents.ts';
import { countRefusal } from '../../security/refusals.ts';
import { toAuthor } from '../author.ts';
import { type Caller, isDemoAccountElsewhere } from './caller.ts';
import { type IssuedTokens, writeSession } from './session.ts';

interface ActingTarget {
  email: string;
  status: 'active' | 'blocked';
  slugs: string[];
}

/**
 * Starts an impersonation session (§4) of at most an hour. It depends on the caller's own session and ends with it.
 * @throws {ApiFailure} 404 for an unknown user, 400 for oneself or a blocked user, 403 for a user with permissions the
 * caller lacks (contract 5), or while the caller already acts as another user
 */
export const actAs = async (deps: ServerDeps, caller: Caller, userId: number): Promise<IssuedTokens> => {
  try {
    return await startImpersonation(deps, caller, userId);
  } catch (error) {
    if (error instanceof ApiFailure && error.kind !== 'notFound') {
      const { id, network } = caller;
      await countRefusal(deps, { kind: 'acting_refused', userId: id, network, aboutId: userId });
    }
    throw error;
  }
};

const startImpersonation = async (deps: ServerDeps, caller: Caller, userId: number): Promise<IssuedTokens> => {
  if (caller.actor) throw new ApiFailure('forbidden', { text: 'actChain' });
  if (userId === caller.id) throw new ApiFailure('invalid', { text: 'actSelf' });
  const [target] = await queryRows<ActingTarget>(
    deps.db,
    sql`select email, status, array(select slug from user_rights where user_id = users.id) as slugs
      from users where id = ${userId}`,
  );
  if (!target) throw new ApiFailure('notFound');
  if (target.slugs.some(slug => !caller.grantedSlugs.has(slug)))
    throw new ApiFailure('forbidden', { text: 'actStronger' });
  if (target.status === 'blocked') throw new ApiFailure('invalid', { text: 'actBlocked' });
  if (isDemoAccountElsewhere(target.email, deps.config)) throw new ApiFailure('invalid', { text: 'demoElsewhere' });
  const [ownSession] = await deps.db.select().from(sessions).where(eq(sessions.id, caller.sessionId));
  if (!ownSession) throw new ApiFailure('unauthorized');
  const now = deps.clock();
  const expiresAt = new Date(Math.min(ownSession.expires_at.getTime(), now.getTime() + IMPERSONATION_SECONDS * 1000));
  return deps.db.transaction(async tx => {
    await recordEvent(tx, now, toAuthor(caller), {
      kind: 'acting_started',
      about: { resource: 'users', id: userId },
      details: { until: expiresAt.toISOString() },
    });
    const session = { user_id: userId, created_at: now, expires_at: expiresAt, actor_session_id: caller.sessionId };
    return writeSession({ ...deps, db: tx }, session);
  });
};
