import { and, eq, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { REFRESH_GRACE_SECONDS } from '#contract/limits.ts';
import { type Database, queryRows } from '../../db/database.ts';
import { refreshTokens, sessions, socketTokens, users } from '../../db/schema.ts';
import type { ServerDeps } from '../../http/deps.ts';
import { ApiFailure } from '../../http/errors.ts';
import { recordEvent } from '../../security/recordEvents.ts';
import { getLanguage } from '../../translate.ts';
import { type Caller, findSessionCaller } from './caller.ts';
import { createAccessToken, createOpaqueToken, deriveRefreshToken, hashToken } from './tokens.ts';

const HOUR_MS = 3_600_000;
const LIFETIME_MS = { remembered: 30 * 24 * HOUR_MS, forgotten: 12 * HOUR_MS };

export interface IssuedTokens {
  access: string;
  refresh: string;
}

/**
 * Starts a session with its first tokens: 30 days with "remember me", otherwise 12 hours.
 * @throws {ApiFailure} 400 when the user was blocked or their password changed since `user` was read
 */
export const beginSession = async (
  deps: ServerDeps,
  user: { id: number; password: string },
  remember: boolean,
  network = '',
): Promise<IssuedTokens> => {
  const now = deps.clock();
  const isSame = and(eq(users.id, user.id), eq(users.password, user.password), eq(users.status, 'active'));
  const expires_at = new Date(now.getTime() + (remember ? LIFETIME_MS.remembered : LIFETIME_MS.forgotten));
  return deps.db.transaction(async tx => {
    const lastSeen = { last_seen: now, language: getLanguage() };
    const [updatedUser] = await tx.update(users).set(lastSeen).where(isSame).returning({ id: users.id });
    if (!updatedUser) throw new ApiFailure('invalid', { text: 'badCredentials' });
    await recordEvent(tx, now, { id: user.id, actorId: null, network }, { kind: 'signed_in' });
    return writeSession({ ...deps, db: tx }, { user_id: user.id, created_at: now, expires_at });
  });
};

export const writeSession = async (
  { db, secrets }: Pick<ServerDeps, 'db' | 'secrets'>,
  values: typeof sessions.$inferInsert,
): Promise<IssuedTokens> => {
  const refresh = createOpaqueToken();
  const [session] = await db.insert(sessions).values(values).returning();
  if (!session) throw new Error('a session was not written');
  await db.insert(refreshTokens).values({ hash: hashToken(refresh), session_id: session.id });
  const bearer = { userId: session.user_id, sessionId: session.id };
  return { access: createAccessToken(bearer, secrets.access, session.created_at), refresh };
};

/**
 * Exchanges a refresh token for its successor; null when it is invalid. For 30 s the previous token yields the same
 * successor again, because responses get lost and tabs refresh at the same time. An older token must have been stolen,
 * so using it ends the session.
 */
export const refreshSession = async (deps: ServerDeps, token: string, network = ''): Promise<IssuedTokens | null> => {
  const next = deriveRefreshToken(token, deps.secrets.refresh);
  const bearer = (await rotateToken(deps, token, next)) ?? (await repeatRotation(deps, token, next, network));
  if (!bearer || !(await findSessionCaller(deps, bearer.sessionId))) return null;
  return { access: createAccessToken(bearer, deps.secrets.access, deps.clock()), refresh: next };
};

interface SessionOwner {
  user_id: number;
  session_id: string;
}
const toBearer = ({ user_id, session_id }: SessionOwner) => ({ userId: user_id, sessionId: session_id });

/**
 * Marks a token as used and inserts its successor in one statement, so that only one of two concurrent calls succeeds.
 * During impersonation `last_seen` and `language` are the impersonator's.
 */
const rotateToken = async ({ db, clock }: ServerDeps, token: string, next: string) => {
  const now = clock().toISOString();
  const [owner] = await queryRows<SessionOwner>(
    db,
    sql`with used as (
        update refresh_tokens set used_at = ${now}
        from sessions join users on users.id = sessions.user_id
          left join sessions actor_session on actor_session.id = sessions.actor_session_id
        where refresh_tokens.hash = ${hashToken(token)} and refresh_tokens.used_at is null
          and sessions.id = refresh_tokens.session_id and sessions.ended_at is null
          and sessions.expires_at > ${now} and users.status = 'active'
        returning sessions.id as session_id, sessions.user_id, coalesce(actor_session.user_id, sessions.user_id) as seen_id
      ), written as (
        insert into refresh_tokens (hash, session_id) select ${hashToken(next)}, session_id from used
      ), seen as (
        update users set last_seen = ${now}, language = ${getLanguage()} from used where users.id = used.seen_id
      )
      select session_id, user_id from used`,
  );
  return owner ? toBearer(owner) : null;
};

interface KnownToken extends SessionOwner {
  actor_id: number | null;
  is_used: boolean;
  in_grace: boolean;
  is_alive: boolean;
}

const repeatRotation = async (deps: ServerDeps, token: string, next: string, network: string) => {
  const now = deps.clock();
  const graceFrom = new Date(now.getTime() - REFRESH_GRACE_SECONDS * 1000).toISOString();
  const [knownToken] = await queryRows<KnownToken>(
    deps.db,
    sql`select sessions.id as session_id, sessions.user_id, actor_session.user_id as actor_id,
        token.used_at is not null as is_used, token.used_at >= ${graceFrom} and successor.hash is not null and successor.used_at is null as in_grace,
        sessions.ended_at is null and sessions.expires_at > ${now.toISOString()} and users.status = 'active' as is_alive
      from refresh_tokens token
        join sessions on sessions.id = token.session_id
        join users on users.id = sessions.user_id
        left join sessions actor_session on actor_session.id = sessions.actor_session_id
        left join refresh_tokens successor on successor.hash = ${hashToken(next)}
      where token.hash = ${hashToken(token)}`,
  );
  if (!knownToken?.is_alive) return null;
  if (knownToken.in_grace) return toBearer(knownToken);
  if (knownToken.is_used) {
    const { user_id: id, actor_id: actorId } = knownToken;
    await endSession(deps, knownToken.session_id, tx =>
      recordEvent(tx, now, { id, actorId, network }, { kind: 'token_replayed' }),
    );
  }
  return null;
};

/**
 * Ends a session and any impersonation that depends on it, and closes their sockets so that no events are delivered any
 * more. `record` adds the security event in the same transaction, unless the session has already ended.
 */
const endSession = async (
  deps: ServerDeps,
  sessionId: string,
  record: (tx: Database) => Promise<void>,
): Promise<void> => {
  const sessionCondition = or(eq(sessions.id, sessionId), eq(sessions.actor_session_id, sessionId));
  const endedIds = await deps.db.transaction(async tx => {
    const ids = await endSessions(tx, deps.clock(), sessionCondition);
    if (ids.includes(sessionId)) await record(tx);
    return ids;
  });
  closeSockets(deps, endedIds);
};

export const signOut = (deps: ServerDeps, caller: Caller): Promise<void> => {
  const { id, actor, network, sessionId } = caller;
  const [authorId, event] = actor
    ? [actor.id, { kind: 'acting_ended', about: { resource: 'users', id } } as const]
    : [id, { kind: 'signed_out' } as const];
  return endSession(deps, sessionId, tx =>
    recordEvent(tx, deps.clock(), { id: authorId, actorId: null, network }, event),
  );
};

/**
 * Call it in a transaction, because sockets must not be closed before the commit.
 * @returns the ids of the ended sessions, to be passed to `closeSockets` after the commit
 */
export const endUserSessions = (
  db: Database,
  now: Date,
  userId: number,
  except: string | null = null,
): Promise<string[]> => {
  const userSessionsCondition = and(
    eq(sessions.user_id, userId),
    except === null ? undefined : ne(sessions.id, except),
  );
  const impersonations = sql`${sessions.actor_session_id} in (
    select actor_session.id from ${sessions} actor_session where actor_session.user_id = ${userId}
      and actor_session.id is distinct from ${except}::uuid)`;
  return endSessions(db, now, or(userSessionsCondition, impersonations));
};

const endSessions = async (db: Database, now: Date, condition: SQL | undefined): Promise<string[]> => {
  const openSessions = and(condition, isNull(sessions.ended_at));
  const endedSessions = await db
    .update(sessions)
    .set({ ended_at: now })
    .where(openSessions)
    .returning({ id: sessions.id });
  return endedSessions.map(({ id }) => id);
};

export const closeSockets = ({ realtime }: Pick<ServerDeps, 'realtime'>, sessionIds: readonly string[]): void => {
  for (const id of sessionIds) realtime.endSession(id);
};

const DAY_MS = 24 * HOUR_MS;

export const pruneSessions = async ({ db, clock }: ServerDeps): Promise<void> => {
  const yesterday = new Date(clock().getTime() - DAY_MS);
  await db.delete(sessions).where(or(lt(sessions.expires_at, yesterday), lt(sessions.ended_at, yesterday)));
  await db.delete(socketTokens).where(lt(socketTokens.expires_at, yesterday));
};
