import { eq, sql } from 'drizzle-orm';
import { rowsOf } from '../../db/database.ts';
import { sessions } from '../../db/schema.ts';
import type { Deps } from '../../http/deps.ts';
import { ApiFailure } from '../../http/errors.ts';
import { type Caller, isShutOut } from './caller.ts';
import { type Tokens, writeSession } from './session.ts';

interface Target {
  email: string;
  status: 'active' | 'blocked';
  slugs: string[];
}

/**
 * Starts an impersonation session (§4). It depends on the caller's own session and ends with it, even when the caller
 * is already impersonating someone.
 * @throws {ApiFailure} 404 for an unknown user, 400 for oneself or a blocked user, 403 for a user with permissions the
 * caller lacks (contract 5)
 */
export const actAs = async (deps: Deps, caller: Caller, userId: number): Promise<Tokens> => {
  if (userId === caller.id || userId === caller.actor?.id) throw new ApiFailure('invalid', { text: 'actSelf' });
  const [target] = await rowsOf<Target>(
    deps.db,
    sql`select email, status, array(select slug from user_rights where user_id = users.id) as slugs
      from users where id = ${userId}`,
  );
  if (!target) throw new ApiFailure('notFound');
  if (target.slugs.some(slug => !caller.granted.has(slug))) throw new ApiFailure('forbidden', { text: 'actStronger' });
  if (target.status === 'blocked') throw new ApiFailure('invalid', { text: 'actBlocked' });
  if (isShutOut(target.email, deps.config)) throw new ApiFailure('invalid', { text: 'demoElsewhere' });
  const ownSession = caller.actor?.sessionId ?? caller.sessionId;
  const [own] = await deps.db.select().from(sessions).where(eq(sessions.id, ownSession));
  if (!own) throw new ApiFailure('unauthorized');
  return writeSession(deps, {
    user_id: userId,
    created_at: deps.clock(),
    expires_at: own.expires_at,
    actor_session_id: ownSession,
  });
};
